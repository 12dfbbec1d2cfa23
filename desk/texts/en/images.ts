export const images = {};
