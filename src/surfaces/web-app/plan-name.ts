/** The name of a plan in text, such as `Growth`. */
export const planName = (tier: string): string => tier.charAt(0).toUpperCase() + tier.slice(1);
