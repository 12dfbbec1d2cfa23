export const saving = {
  answerFirst: "El texto quedó mucho más corto. Primero indique si debe quedarse así.",
};
