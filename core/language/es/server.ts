import type { ServerTexts } from "../en/server.ts";

export function createServerTexts(locale: string): ServerTexts {
  const number = new Intl.NumberFormat(locale).format;
  const stories = (count: number) => (count === 1 ? "1 nota" : `${number(count)} notas`);
  const orWriteTo = (email: string | undefined) => (email === undefined ? "" : ` o escribe a ${email}`);
  return {
    recent: "Reciente",
    time(hours, minutes) {
      if (minutes === 0 && hours % 12 === 0) return hours === 0 ? "medianoche" : "mediodía";
      const clock = minutes === 0 ? `${hours % 12 || 12}` : `${hours % 12 || 12}:${String(minutes).padStart(2, "0")}`;
      return `${clock} ${hours < 12 ? "a. m." : "p. m."}`;
    },
    news: {
      cached: "Se muestran artículos guardados",
      noHero: "No hay artículos destacados por el momento.",
      sample: "Nota de muestra",
      sampleNote: "Nota de muestra, inventada para llenar este espacio. Sus personas y hechos no son reales.",
      paid: (sponsor) => `Anuncio de ${sponsor}`,
      underwritten: (sponsor) => `Con el apoyo de ${sponsor}`,
      failed: "No se pudieron cargar los artículos. Inténtalo más tarde.",
      noStories: "Todavía no hay notas",
      standIn:
        "No es posible conectar con las fuentes de noticias. Mientras tanto se muestran notas de muestra, que son inventadas.",
      allOfDay: (count) => `Las ${number(count)} notas de este día`,
      dayCount: (day, count) => `${day}: ${stories(count)}`,
      playerFrom: (name) => `Reproductor de ${name}`,
      playAt: (name) => `Reproducir en ${name}`,
      readTime: (minutes) => `${number(minutes)} min de lectura`,
      updated: "Actualizado",
      updatedOn: (date) => `Actualizado el ${date}`,
      updatedAt: (time) => `Actualizado: ${time}`,
    },
    health: {
      new: () => "Todavía no se ha revisado",
      working: () => "Funciona",
      relayed: () => "Funciona; llega por un intermediario",
      failing: (date) => `No responde desde el ${date}. Se muestran las últimas notas que envió.`,
      silent: () => "Todavía no responde. No tenemos notas de este canal.",
      closed: () => "El medio lo cerró. Sus notas anteriores siguen aquí.",
      takenDown: () => "Retirado. No mostramos ninguna de sus notas y ya no revisamos su canal.",
    },
    rights: {
      headlines: "titulares",
      summaries: "resúmenes",
      fullStories: "notas completas",
      photoLinks: "enlaces a fotos",
      photos: "fotos",
      shown: (list) => `Mostramos ${list}, y cada nota enlaza al original.`,
      kept: (days) => `Borramos sus notas después de ${days === 1 ? "un día" : `${number(days)} días`}.`,
      noMail: "Sus notas no aparecen en nuestro boletín.",
    },
    rules: {
      from: (name) => ` de ${name}`,
      inSection: (section) => ` en ${section}`,
      drop: (scope, conditions) => `No mostramos las notas${scope} ${conditions}.`,
      keep: (scope, conditions) =>
        scope ? `De las notas${scope}, solo mostramos las ${conditions}.` : `Solo mostramos las notas ${conditions}.`,
      quote: (text) => `“${text}”`,
      words: (list) => `con ${list} en el título o el resumen`,
      authors: (list) => `de ${list}`,
      categories: (list) => `marcadas como ${list}`,
      languages: (list) => `en ${list}`,
      links: (list) => `con ${list} en su dirección`,
      olderThan: (days) => `de hace más de ${days === 1 ? "un día" : `${number(days)} días`}`,
      review: (list) => `Antes de que mostremos las notas de ${list}, las aprueba nuestra redacción.`,
      reviewOrShow: (list, hours) =>
        `Antes de que mostremos las notas de ${list}, nuestra redacción tiene ${hours === 1 ? "una hora" : `${number(hours)} horas`} para rechazarlas.`,
    },
    events: {
      allDay: "todo el día",
      through: (day) => `Hasta el ${day}`,
      span: (start, end) => `${start} a ${end}`,
      dayCount: (day, count) => `${day}: ${count === 1 ? "1 evento" : `${number(count)} eventos`}`,
      notice: "Uno de nuestros calendarios no responde. Sus eventos se muestran como los recibimos por última vez.",
    },
    feeds: {
      readAt: (publisher) => `Leer la nota en ${publisher}`,
      search: (text) => (text ? `Búsqueda: ${text}` : "Búsqueda"),
      searchDescription: (name) => `Las notas más recientes de ${name} que coinciden con esta búsqueda.`,
      sourcesOf: (name) => `Fuentes de ${name}`,
      sectionsOf: (name) => `Secciones de ${name}`,
    },
    /** Words by which readers search for a page, in addition to those of its title. */
    searchKeywords: {
      events: "agenda calendario conciertos planes hacer hoy mañana esta noche fin de semana",
      weather: "tiempo clima pronóstico tormenta nieve lluvia temperatura",
      radio: "escuchar emisora música en vivo directo",
      books: "libros electrónicos leer autores",
      support: "donar donación donativo apoyar suscribirse pagar",
      contact: "correo teléfono dirección redacción publicidad cartas",
      faq: "preguntas respuestas ayuda",
      partner: "documentos socios",
      newsletter: "boletín correo resumen diario suscribirse",
      saved: "guardadas marcadores seguir historial ajustes tamaño del texto modo oscuro cuenta",
      archive: "archivo antiguas pasadas noticias por fecha",
      sources: "medios fuentes canales",
      editions: "red ciudades ediciones",
      corrections: "errores fe de erratas",
      feeds: "rss atom canales lector",
    },
    /** Texts for entries of a page, such as job postings, that are closed because their last day has passed. */
    entries: {
      closed: (count) => `Cerradas (${number(count)})`,
      none: "Por ahora no hay ninguna abierta.",
    },
    textEdition: {
      frontPage: (name) => `${name}: versión de solo texto`,
      page: (title, name) => `${title} | ${name}, versión de solo texto`,
      label: ", versión de solo texto",
      withPictures: "Leer esta página con imágenes",
      sectionDescription: (section, name) => `Lo más reciente de ${section} en ${name}, sin imágenes.`,
      older: (section) => `${section}, noticias anteriores`,
      newest: "Noticias más recientes",
      storyPage: (title, page) => `${title} (página ${page})`,
      home: "Volver a la portada",
      previous: "Página anterior",
      next: "Página siguiente",
      pageOf: (page, pages) => `Página ${page} de ${pages}.`,
      loading: "Las noticias más recientes vienen en camino. Esta página se actualizará sola.",
      picture: (alt) => `[Imagen: ${alt}]`,
      recording: "Reproducir la grabación",
    },
    /** Texts of a staff story that was withdrawn, of a notice that has ended, and above a preview. */
    staffStories: {
      withdrawn: "Retiramos esta nota.",
      ended: "Este aviso ya terminó.",
      preview: (date, time) =>
        `Esta es una vista previa. Solo la ven quienes tienen su dirección, hasta el ${date}, ${time}.`,
    },
    mail: {
      issueOf: (title, day) => `${title} del ${day}`,
      also: (headlines) => `Además: ${headlines}`,
      takenDown: "Esta nota fue retirada.",
      corrections: "Correcciones",
      events: "Eventos de hoy",
      listenTo: (station) => `Escuchar ${station}`,
      why: (title, name) => `Recibes este correo porque te suscribiste a ${title} de ${name}.`,
      preferences: "Elegir secciones y días",
      unsubscribe: "Darme de baja",
      onWeb: "Leer esta edición en la web",
      request: (name) => `Alguien, probablemente tú, suscribió esta dirección al boletín diario de ${name}.`,
      knownSubject: (name) => `Ya recibes el boletín diario de ${name}`,
      known: (request) => `${request} Ya está en la lista, así que no hay nada que confirmar.`,
      knownButton: "Elegir secciones y días, o darme de baja",
      knownHint: "Si el boletín no te llega, revisa la carpeta de correo no deseado o responde a este correo.",
      knownNotYou: "Si no fuiste tú, puedes ignorar este correo.",
      confirmSubject: (name) => `Confirma tu suscripción al boletín diario de ${name}`,
      confirmButton: "Sí, quiero recibir el boletín",
      confirmHint: (hours) =>
        `El enlace funciona una sola vez, durante ${hours} horas. Abre una página con un botón, y no enviaremos nada hasta que lo presiones.`,
      confirmNotYou: "Si no fuiste tú, ignora este correo: no recibirás el boletín y borraremos la dirección.",
    },
    address: {
      missing: "Escribe tu correo electrónico.",
      invisible: "Hay un carácter invisible en esta dirección. Escríbela de nuevo.",
      noAt: "A esta dirección le falta la @. Debe tener la forma nombre@example.com.",
      tooLong: (most) => `Una dirección de correo puede tener hasta ${most} caracteres.`,
      nothingBefore: "No hay nada antes de la @. Una dirección debe tener la forma nombre@example.com.",
      localTooLong: (most) => `Antes de la @ puede haber hasta ${most} caracteres.`,
      space: "Hay un espacio en esta dirección. Quítalo, por favor.",
      twoAt: "Hay más de una @ en esta dirección. Escribe una sola dirección.",
      dot: "Sobra un punto antes de la @. Un punto no puede ir al principio, al final ni junto a otro punto.",
      character: (character) => `El carácter ${character} no se puede usar antes de la @.`,
      nothingAfter: "No hay nada después de la @. Una dirección debe tener la forma nombre@example.com.",
      literal: "Este no es el número de un servidor de correo público.",
      comma: "Hay una coma después de la @. ¿Debería ser un punto?",
      noDot: "No hay ningún punto después de la @. Una dirección debe terminar como nombre@example.com.",
      domain: (domain) => `Ningún servidor de correo puede llamarse ${domain}. Revisa lo que va después de la @.`,
    },
    signUp: {
      didYouMean: (address) =>
        `¿Quisiste decir ${address}? Si tu dirección es correcta, presiona Suscribirme otra vez.`,
      busy: (email) => `Ahora no podemos aceptar más suscripciones. Inténtalo de nuevo en una hora${orWriteTo(email)}.`,
      network: (email) =>
        `En la última hora se suscribieron demasiadas direcciones desde tu red. Inténtalo más tarde${orWriteTo(email)}.`,
      address: (times) =>
        `Esta dirección se suscribió ${times} veces en un día, así que hoy no le enviaremos más correos. Busca el nuestro en la carpeta de correo no deseado, o inténtalo mañana.`,
      notStored: "Ahora no podemos guardar tu dirección. Inténtalo de nuevo en unos minutos.",
      unavailable: "Ahora no podemos guardar esto. Inténtalo de nuevo en unos minutos.",
      unknownLink:
        "Este enlace no corresponde a ninguna dirección de nuestra lista. Si borraste la tuya, no hay nada más que hacer.",
      bounced: "Nuestros correos a esta dirección rebotaron, así que ya no enviamos ninguno.",
      chooseDays: "Elige qué días quieres recibirlo.",
      chooseSection: "Elige al menos una sección. Para dejar de recibir correos, date de baja abajo.",
    },
    contact: {
      faults: "Tu mensaje todavía no se ha enviado. Revisa los campos marcados.",
      tooManyFromSender: (most, email) =>
        `Tu mensaje no se envió: en la última hora recibimos ${most} mensajes de tu conexión. Inténtalo más tarde o escribe a ${email}.`,
      tooMany: (email) =>
        `Tu mensaje no se envió: hoy recibimos más mensajes de los que podemos leer. Inténtalo mañana o escribe a ${email}.`,
      notStored: (email) =>
        `Tu mensaje no se envió: ahora no podemos guardarlo. Inténtalo de nuevo en unos minutos o escribe a ${email}.`,
      name: "Escribe tu nombre.",
      nameTooLong: (most) => `Un nombre puede tener hasta ${most} caracteres.`,
      email: "Escribe tu correo electrónico para que podamos responderte.",
      emailTooLong: (most) => `Una dirección de correo puede tener hasta ${most} caracteres.`,
      emailInvalid: "Esto no parece una dirección de correo. Debe tener la forma nombre@example.com.",
      subject: "Elige un asunto.",
      place: "Escribe tu ciudad o barrio, que publicamos con tu carta.",
      mayPrint: (place) => `Quien escribe, de ${place}, autoriza a publicar esto como carta.`,
      message: "Escribe tu mensaje.",
      messageTooLong: (length, most) =>
        `Tu mensaje tiene ${number(length)} caracteres. Puede tener hasta ${number(most)}.`,
      signature: (subject, at) => `${subject}, por el formulario de contacto, ${at}`,
    },
    refusals: {
      tooLong: "El texto es demasiado largo. Acórtalo, por favor.",
      otherSite: "Este formulario se envió desde otro sitio, así que no lo aceptamos. Llénalo aquí, por favor.",
      tooBusy: "En este momento recibimos demasiadas solicitudes. Inténtalo de nuevo en unos segundos.",
      failed: "Esta página no se cargó. Inténtalo de nuevo en un minuto.",
      nothingHere: "En esta dirección no hay nada.",
      notAvailable: "Este sitio no está disponible",
      notAvailableText: "Lo estamos preparando o reparando. Inténtalo de nuevo en unos minutos.",
      wrongMethod: "Esta dirección no acepta solicitudes de este tipo.",
      noUrl: "Pon en url la dirección de un artículo.",
      wrongFormat: "El formato debe ser json o xml.",
    },
    radio: {
      noRadio: (name) => `${name} no tiene radio.`,
      noStation: (port, ports) => `No hay ninguna emisora en el puerto ${port}. Las hay en ${ports}.`,
      restarting: "La radio se está reiniciando. Inténtalo de nuevo en un momento.",
      total: "En este momento hay demasiadas personas escuchando. Inténtalo de nuevo en un minuto.",
      address: "Hay demasiados reproductores escuchando desde tu dirección. Inténtalo de nuevo en un minuto.",
    },
  };
}
