/** Fields of a contact form that the site accepts. */
export const TIP = {
  name: "Rosa Delgado",
  email: "rosa@reader.example",
  subject: "Tip",
  message: "The swings at Palmer Park are gone.\nNobody says where.",
};
