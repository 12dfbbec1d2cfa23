export const saving = {
  answerFirst: "The text became much shorter. First say whether it is to stay so.",
};
