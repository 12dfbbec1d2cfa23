import type { ReaderTexts } from "../en/reader.ts";

export function createReaderTexts(locale: string): ReaderTexts {
  // `toLocaleString` creates the number format on first use. Creating it here would take about 80 ms on a slow phone.
  const number = (value: number) => value.toLocaleString(locale);
  const count = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`;
  return {
    saved: {
      description: (name) =>
        `Las notas de ${name} que guardaste, lo que sigues y cómo prefieres leer, guardado en tu propio dispositivo y sin cuenta.`,
      intro:
        "No hay cuenta, y nada de esta página sale de tu dispositivo. Lo guarda tu navegador y nosotros no lo vemos.",
      noScript: (title) =>
        `${title} guarda en tu navegador, y no con nosotros, las notas que guardas, las secciones y fuentes que sigues y el tamaño de tu texto. Para eso hace falta JavaScript, que aquí está desactivado. El resto del sitio funciona sin él.`,
      title: "Notas guardadas",
      none: "Todavía no hay nada guardado. Presiona el marcador junto a una nota para guardarla aquí, incluso sin conexión.",
      count: (stories) =>
        `${count(stories, "nota", "notas")}, en el orden en que las guardaste. El texto está en este dispositivo.`,
      noText: "El texto aún no se ha descargado",
      remove: "Quitar",
      removeTitle: (title) => `Quitar: ${title}`,
      missingText:
        "El texto de esta nota no se descargó antes de que se cortara la conexión. Lo intentaremos de nuevo cuando vuelvas a estar en línea.",
      latest: "Lo nuevo de lo que sigues",
      following: "Lo que sigues",
      followingHint: "En este dispositivo, las secciones que sigues aparecen primero en el menú.",
      moreSections: "Más secciones",
      chooseSections: "Elegir secciones",
      chooseSources: "Elegir fuentes",
      history: "Historial de lectura",
      remember: "Recordar las notas que abro",
      historyOn: "Se guardan las últimas 500, de la más reciente a la más antigua.",
      historyEmpty: "La próxima nota que abras aparecerá aquí.",
      historyPaused: "Mientras esté desactivado no se agrega nada. Lo anterior queda hasta que lo borres.",
      historyOff: "Está desactivado hasta que lo actives. No se recuerda nada.",
      opened: (time) => `Abierta ${time}`,
      clearHistory: "Borrar el historial",
      settings: "Cómo lees",
      textSize: "Tamaño del texto",
      text: { normal: "Normal", large: "Grande", larger: "Más grande", largest: "El más grande" },
      sample: "La biblioteca vuelve a abrir los domingos.",
      data: "Datos",
      pictures: { all: "Mostrar fotos", none: "No cargar fotos" },
      keyboard: "Teclado",
      keys: { on: "Usar atajos de una tecla", off: "Desactivarlos" },
      keysHint: (hasRadio) =>
        `Presiona la barra diagonal para abrir la búsqueda en cualquier página.${hasRadio ? " En la página de la radio, la barra espaciadora reproduce y pausa, y la M silencia." : ""} Control-K o Comando-K siempre abren la búsqueda.`,
      take: "Llévatelo contigo",
      takeHint:
        "Exportar guarda en un archivo todo lo que hay aquí, con el texto de las notas cuyos medios lo permiten. Importar agrega un archivo así a lo que hay aquí y no quita nada.",
      export: "Exportar",
      import: "Importar un archivo",
      exported: (summary) => `Se exportaron ${summary}.`,
      imported: (summary) => `Se agregaron ${summary}. Lo que había antes sigue aquí.`,
      importFailed: "La importación no se cargó. Revisa tu conexión e inténtalo de nuevo.",
      summary: (saved, follows, history) =>
        [
          count(saved, "nota guardada", "notas guardadas"),
          count(follows, "seguimiento", "seguimientos"),
          `${count(history, "nota", "notas")} en tu historial`,
        ].join(", "),
      erase: "Borrar",
      eraseHint: (title, saved) =>
        `Borra ${title} de este dispositivo: ${count(saved, "nota guardada", "notas guardadas")}, lo que sigues, tu historial y tus ajustes, además del volumen de la radio y las páginas guardadas para leer sin conexión. No tenemos ninguna copia, así que no podrás recuperarlos si no los exportaste.`,
      eraseAll: "Borrar todo",
      erased: "Se borró todo lo que este sitio guardaba en este dispositivo.",
      eraseQuestion: "¿Borrar todo?",
      eraseWarning: "Se borrará todo lo que este sitio guarda en este dispositivo. No se puede deshacer.",
      keep: "Conservarlo",
    },
    importFaults: {
      unreadable:
        "Este archivo no se puede leer o le falta una parte. Elige un archivo que hayas exportado de esta página.",
      otherFile: "Este archivo no se exportó de esta página. No se cambió nada.",
      newer:
        "Este archivo viene de una versión más reciente de este sitio. Vuelve a cargar la página e inténtalo de nuevo.",
      damaged: (part) => `Una parte de este archivo está dañada (${part}). No se cambió nada.`,
    },
    offline: {
      title: "No está guardada en este dispositivo",
      description: (name) => `Lo que puedes leer de ${name} en este dispositivo sin conexión.`,
      missing: "La página que pediste necesita conexión, y ahora no hay.",
      list: "Esto es lo que puedes leer sin conexión.",
      none: "Todavía no se ha guardado ninguna página en este dispositivo.",
      pages: "Páginas",
      saved: (time) => `Guardada ${time}`,
    },
    newsletter: {
      privacy: "Qué guardamos y por cuánto tiempo: [nuestra política de privacidad].",
      lastIssue: "La última edición",
      sampleIssue: "Una edición, como saldría ahora",
      wholeIssue: "Leer la edición completa",
      readPast: "Leer ediciones anteriores",
      past: "Ediciones anteriores",
      byEmail: "Recíbelo por correo",
      archive: (title) => `${title}: todas las ediciones`,
      archiveTitle: (title) => `${title}: todas las ediciones`,
      archiveDescription: (title, name) =>
        `Todas las ediciones de ${title} de ${name}, de la más reciente a la más antigua, tal como se enviaron.`,
      noIssues: "Todavía no se ha enviado ninguna edición. La primera aparecerá aquí la mañana en que salga.",
      issueOf: (title, day) => `${title} del ${day}`,
      lead: "Nota principal",
      corrections: "Correcciones",
      events: "Eventos de hoy",
      playing: (station, track) => `Sonaba en ${station} cuando se preparó esta edición: ${track}.`,
      takenDown: "Esta nota fue [retirada].",
      confirmTitle: "Un paso más",
      confirmDescription: "El último paso para suscribirte al boletín diario.",
      confirm: (name) => `Presiona el botón para empezar a recibir el boletín diario de ${name}.`,
      confirmButton: "Sí, quiero recibir el boletín",
      confirmNot: "Si no te suscribiste, cierra esta página y no te enviaremos nada.",
      used: {
        title: "Este enlace ya se usó",
        text: "Cada enlace funciona una sola vez. Si el boletín no llega, o no sabes si estás en la lista, suscríbete de nuevo y nuestro correo te lo dirá.",
      },
      expired: {
        title: "Este enlace venció",
        text: "Cada enlace es válido por 48 horas. Suscríbete de nuevo y te enviaremos otro.",
      },
      unknown: {
        title: "Este enlace no funciona",
        text: "Puede que le falte una parte: copia el enlace completo del correo e inténtalo de nuevo. Si el correo tiene más de unos días, suscríbete otra vez.",
      },
      invalid:
        "No corresponde a ninguna dirección de nuestra lista. Si borraste la tuya, no hay nada más que hacer y no te enviaremos nada. Si no, copia el enlace completo del final de cualquier edición.",
      erasedTitle: "Tu dirección fue borrada",
      erasedText:
        "Borramos tu dirección, tus preferencias y el registro de lo que te enviamos. Durante un día guardamos un código hecho a partir de la dirección, para que nadie pueda usar nuestro formulario para inundarla de correos.",
      sentTitle: "Revisa tu correo",
      sentText:
        "Enviamos un enlace a la dirección que nos diste. Ábrelo antes de 48 horas y presiona el botón de la página. Hasta entonces no enviaremos nada más.",
      sentHint: "Si no llega en 10 minutos, revisa la carpeta de correo no deseado y luego suscríbete de nuevo.",
      otherAddress: "Usar otra dirección",
      unsubscribe: "Darme de baja",
      unsubscribeDescription: "Date de baja del boletín diario con un clic.",
      unsubscribed: "Te diste de baja",
      unsubscribedText: (address) =>
        `No enviaremos más boletines a ${address}. Puede que todavía llegue uno que ya está en camino.`,
      unsubscribeText: (address) => `Presiona el botón para dejar de enviar el boletín a ${address}.`,
      preferences: "Tu boletín",
      preferencesDescription: "Elige las secciones y los días de tu boletín diario, o date de baja.",
      status: {
        confirmed: (address) => `El boletín se envía a ${address}.`,
        suppressed: (address) =>
          `No enviamos nada a ${address}: nuestros correos rebotaron, o alguien nos pidió que no escribiéramos ahí. Si es un error, comunícate con nosotros.`,
        other: (address) => `No enviamos el boletín a ${address}.`,
      },
      done: {
        confirmed: "Estás en la lista para el próximo boletín. Elige qué incluye y qué días llega.",
        saved: "Guardado. Tu próximo boletín seguirá estas preferencias.",
        unsubscribed: "Te diste de baja. No te enviaremos más boletines.",
        resumed: "Estás otra vez en la lista.",
      },
      unsubscribeHint: "Dejaremos de enviar el boletín y conservaremos tus preferencias por si vuelves.",
      resume: "Quiero recibir el boletín otra vez",
      erase: "Borrar tu dirección",
      eraseHint:
        "Esto borra de inmediato tu dirección, tus preferencias y el registro de lo que te enviamos. Este enlace y los de ediciones anteriores dejarán de funcionar.",
      eraseMine: "Borrar mi dirección",
      eraseWarning: "No se puede deshacer. Para volver a recibir el boletín tendrías que suscribirte de nuevo.",
      eraseConfirm: "Sí, borrarla",
      days: "Días",
      dayChoices: { "every-day": "Todos los días", weekdays: "De lunes a viernes", saturdays: "Los sábados" },
      sections: "Secciones",
      save: "Guardar",
    },
  };
}
