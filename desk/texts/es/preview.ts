import type { DeskTexts } from "../en.ts";

export const preview: DeskTexts["preview"] = {
  title: "Vista previa",
  views: { page: "Página", mail: "Boletín", card: "Tarjeta compartida", link: "Enlace para otros" },
  loading: "Guardando y componiendo la nota…",
  tryAgain: "Reintentar",
  phone: "Teléfono",
  phoneSize: "Teléfono, 390 píxeles",
  desktop: "Computadora",
  desktopSize: "Computadora, 1280 píxeles",
  unsaved: "Es la página real con tu texto sin publicar. Los lectores no pueden verla.",
  mailSubject: "Asunto",
  mailText: "Como texto sin formato",
  noMail: "Esta edición no envía boletín.",
  card: "Así muestran un enlace a la nota las redes sociales y las aplicaciones de mensajes.",
  link: {
    text: "Quien tenga el enlace puede leer la nota tal como esté en ese momento, sin iniciar sesión. Termina cuando se publica la nota.",
    expires: "El enlace funciona durante",
    days: (count) => (count === 1 ? "1 día" : `${count} días`),
    make: "Crear un enlace",
    label: "Enlace",
    until: (time) => `Funciona hasta: ${time}`,
  },
};
