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
  noEdition: "No tienes ningún papel en las ediciones de este servidor. Pídelo a quien dirige tu redacción.",
  keys: [
    { key: "?", does: "Mostrar los atajos" },
    { key: "/", does: "Buscar notas" },
  ],
  singleKeys: "Atajos de una sola tecla en este dispositivo",
  errors: {
    notFound: {
      title: "Aquí no hay nada",
      text: "Lo que buscabas se movió o se eliminó, o es de una edición en la que no tienes ningún papel.",
    },
    offline: {
      title: "No hay conexión con la redacción",
      text: "Revisa tu conexión. Lo que escribiste queda guardado en este dispositivo.",
    },
    outdated: {
      title: "Esta parte no se cargó",
      text: "Puede haber una versión nueva. Vuelve a cargar la página para obtenerla.",
    },
    failed: { title: "Algo salió mal", text: "No se pudo mostrar esto. No se cambió nada." },
    refused: "No puedes hacer esto",
    toStories: "Ir a las notas",
    tryAgain: "Reintentar",
    reload: "Volver a cargar la página",
  },
};
