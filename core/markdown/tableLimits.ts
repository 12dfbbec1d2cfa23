/**
 * Maximum number of cells in the tables of a story, and of columns in a table. Markdown fills up each row of a table, so
 * that 21 kB with 3,000 columns became 2.8 MB. Beyond the limits, the text stays without its table.
 */
export const MAX_CELLS = 5000;
export const MAX_COLUMNS = 100;
