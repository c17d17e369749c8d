export const BUSINESS_SENTENCES: { text: string; complaint: 0 | 1; wish: 0 | 1 }[] = [];
