export const story = {};
