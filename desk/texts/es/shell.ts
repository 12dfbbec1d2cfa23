export const shell = {
  close: "Cerrar",
  cancel: "Cancelar",
  skip: "Saltar al contenido",
  navigation: "Redacción",
  edition: "Edición",
  stories: "Notas",
  images: "Imágenes",
  people: "Personas",
  account: "Cuenta",
  shortcuts: "Atajos de teclado",
  signOut: "Cerrar sesión",
  roles: { writer: "Redacción", editor: "Edición", publisher: "Dirección" },
  noEdition: "No tiene ningún papel en las ediciones de este servidor. Pídaselo a la dirección.",
  keys: [
    { key: "?", does: "Mostrar los atajos" },
    { key: "/", does: "Buscar notas" },
  ],
  singleKeys: "Atajos de una sola tecla en este dispositivo",
  errors: {
    notFound: {
      title: "Aquí no hay nada",
      text: "Lo que buscaba se movió o se eliminó, o es de una edición en la que no tiene ningún papel.",
    },
    offline: {
      title: "No se puede llegar a la redacción",
      text: "Revise la conexión. Lo que escribió queda guardado en este dispositivo.",
    },
    outdated: {
      title: "Esta parte no se cargó",
      text: "Puede haber una versión nueva. Vuelva a cargar la página para obtenerla.",
    },
    failed: { title: "Algo salió mal", text: "No se pudo mostrar esto. No se cambió nada." },
    refused: "No puede hacer esto",
    toStories: "Ir a las notas",
    tryAgain: "Reintentar",
    reload: "Volver a cargar la página",
  },
};
