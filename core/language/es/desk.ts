import type { DeskTexts } from "../en/desk.ts";

export function createDeskTexts(): DeskTexts {
  return {
    greeting: (name) => `Hola, ${name}:`,
    roles: { writer: "reportería", editor: "edición", publisher: "dirección" },
    invitation: {
      subject: (edition) => `Te invitaron a la mesa de redacción de ${edition}`,
      text: (by, edition, role) =>
        `${by} te invitó a la mesa de redacción de ${edition}, donde trabaja su equipo, con el rol de ${role}.`,
      button: "Para empezar, abre esta página y presiona el botón:",
      hint: (hours) =>
        `El enlace funciona una sola vez, durante ${hours} horas. No lo compartas: quien lo tenga puede entrar.`,
    },
    newRole: {
      subject: (edition) => `Ahora estás en la mesa de redacción de ${edition}`,
      text: (by, edition, role) =>
        `${by} te agregó a la mesa de redacción de ${edition}, con el rol de ${role}. Entra como siempre:`,
    },
    recovery: {
      subject: "Se restableció tu acceso a la mesa de redacción",
      text: (by, edition) =>
        `${by} restableció tu acceso a la mesa de redacción de ${edition}. Tus llaves de acceso y sesiones terminaron.`,
      button: "Para volver a entrar, abre esta página y presiona el botón:",
      noLink: (by) => `${by} tiene un enlace nuevo para ti.`,
      notYou: "Si no lo esperabas, llama de inmediato a quien dirige tu redacción.",
    },
  };
}
