export const account = {
  theme: { title: "Tema", system: "Dispositivo", light: "Claro", dark: "Oscuro" },
};
