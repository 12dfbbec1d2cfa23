export const account = {
  title: "Cuenta",
  welcome: (name: string) => `Hola, ${name}`,
  theme: { title: "Tema", system: "Dispositivo", light: "Claro", dark: "Oscuro" },
  device: { title: "Este dispositivo", language: "Idioma" },
  passkeys: {
    title: "Llaves de acceso",
    invitation:
      "Con una llave de acceso entras con tu huella, tu cara o el bloqueo de tu dispositivo. Agrega una para no necesitar un enlace la próxima vez.",
    needed: "Agrega una llave de acceso para continuar.",
    hint: "Con una llave de acceso entras con tu huella, tu cara o el bloqueo de tu dispositivo. Agrega una en cada dispositivo que uses.",
    add: "Agregar una llave de acceso",
    later: "Más tarde",
    remove: "Quitar",
    removeTitle: "¿Quitar esta llave de acceso?",
    removeIt: "Quitar la llave",
    removeOne: "Ya no servirá para entrar. Aquí tu sesión sigue abierta.",
    removeLast:
      "Es la única que tienes. Aquí tu sesión sigue abierta; la próxima vez necesitarás un código por correo o un enlace nuevo.",
    kind: (transports: readonly string[]): string => {
      if (transports.includes("hybrid") || transports.includes("internal")) return "En un teléfono o una computadora";
      return transports.length > 0 ? "En una llave de seguridad" : "Llave de acceso";
    },
    added: (when: string) => `agregada: ${when}`,
    used: (when: string) => `último uso: ${when}`,
  },
  sessions: {
    title: "Dónde tienes la sesión abierta",
    methods: { link: "Con un enlace", passkey: "Con una llave de acceso", code: "Con un código" },
    used: (when: string) => `último uso: ${when}`,
    current: "Esta",
    end: "Cerrar allí",
  },
  passkeyFaults: {
    unused: "No se usó la llave de acceso. Inténtalo de nuevo.",
    known: "Este dispositivo ya tiene una llave de acceso tuya.",
  },
  proof: {
    title: "Confirma que eres tú",
    why: "Esto pide tu llave de acceso, porque podría hacer daño si alguien encontrara tu navegador abierto. Durante los próximos diez minutos no se te pedirá otra vez.",
    use: "Usar tu llave de acceso",
  },
  signIn: {
    title: "Tu sesión terminó",
    text: "Entra para continuar aquí. Lo que escribiste queda guardado en este dispositivo.",
    usePasskey: "Entrar con una llave de acceso",
    email: "O recibe un código por correo",
    mailCode: "Enviarme un código",
    code: "Código",
    codeSent: "Si esta dirección puede entrar aquí, le enviamos un código.",
    useCode: "Entrar",
    elsewhere: "O entra en otra pestaña, por ejemplo con un enlace de quien dirige tu redacción, y vuelve.",
    checkAgain: "Ya entré",
    notYet: "Todavía no has entrado.",
    otherPerson: (other: string, me: string) => `Ahora está ${other}. Entra como ${me} para continuar aquí.`,
  },
};
