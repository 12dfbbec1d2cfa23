/**
 * Maximum number of cells in the tables of a story, and of columns in a table. Markdown fills each row up to the number
 * of columns, so that 21 kB with 3,000 columns became 2.8 MB. A table beyond the limits is shown as its source.
 */
export const MAX_CELLS = 5000;
export const MAX_COLUMNS = 100;
