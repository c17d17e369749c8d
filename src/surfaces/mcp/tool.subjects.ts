/** The names of the id of a product, and where it comes from. */
export const ofProduct = {
  names: { product_id: 'id' },
  idSource: 'Check product_id: take the id from search_products or get_watchlist, never from memory.',
} as const;

/** The names of the id of an opportunity, and where it comes from. */
export const ofOpportunity = {
  names: { opportunity_id: 'id' },
  idSource: 'Check opportunity_id: take the id from list_opportunities, never from memory.',
} as const;
