/** Markdown with every construct that stories and pages may contain. No construct needs a file. */
export const EVERY_CONSTRUCT = `A paragraph with *emphasis*, **strong** words, \`code\`, ~~an error~~ and [a link](https://news.example/).

## A heading

- One
- Two
  - Two and a half

After a list.

1. First
2. Second

> A quotation of someone.

### A smaller heading

| Ward | Turnout | Votes | Note |
| :--- | ------: | ----: | :--: |
| 1st  |   41.2% | 9,871 |  ok  |
| 22nd |    8.0% |   112 | late |

    A block of code

---

The end.
`;
