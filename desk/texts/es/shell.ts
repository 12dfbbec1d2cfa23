export const shell = { close: "Cerrar", cancel: "Cancelar" };
