/**
 * Maximum number of cells in the tables of a story, and of columns in a table. Markdown fills each row up to the number
 * of columns: 21 kB of Markdown with 3,000 columns became 2.8 MB. A larger table is shown as its Markdown source.
 */
export const MAX_CELLS = 5000;
export const MAX_COLUMNS = 100;
