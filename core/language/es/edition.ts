import type { EditionTexts } from "../en/edition.ts";

export function createEditionTexts(): EditionTexts {
  return {
    tagline: (place) => `Noticias locales de ${place}.`,
    lead: "Noticia principal",
    eventsWall: "Eventos locales",
    latestWall: "Últimas noticias",
    localNews: "Noticias locales",
    topics: {
      sports: "Deportes",
      business: "Economía",
      politics: "Política",
      schools: "Educación",
      health: "Salud",
      environment: "Medio ambiente",
      technology: "Tecnología",
      food: "Comida",
      culture: "Cultura",
      opinion: "Opinión",
      life: "Vida",
      world: "Mundo",
      national: "Nacional",
    },
    links: { about: "Quiénes somos", privacy: "Privacidad", sources: "Fuentes" },
    about: {
      title: (name) => `Acerca de ${name}`,
      description: (name) => `Quién publica ${name} y cómo elige sus noticias.`,
      paragraphs: (name, place) => [
        `${name} reúne las noticias de ${place}: titulares y resúmenes de los medios que seguimos, con el nombre de cada uno y un enlace a la nota original.`,
        "La lista completa está en [Fuentes]. Si una nota es tuya y quieres que la corrijamos o la retiremos, escríbenos.",
      ],
    },
    privacy: {
      title: "Privacidad",
      description: (name) => `Qué datos recoge ${name} de sus lectores: casi ninguno.`,
      paragraphs: (name) => [
        `${name} no usa cookies, no cuenta a sus lectores y no carga nada de terceros hasta que tú lo pides. Lo que guardas aquí, como las notas para después, se queda en tu dispositivo.`,
        "Nuestro servidor conoce tu dirección IP mientras te responde, como todo sitio web.",
      ],
    },
    firstStory: {
      title: (place) => `Hola, ${place}`,
      deck: (name) => `${name} empieza hoy.`,
      paragraphs: (name, place) => [
        `Hoy es el primer día de ${name}, y esta es su primera nota. Informamos sobre ${place}: lo que aquí se decide, lo que se construye y lo que vale la pena salir a ver.`,
        `Si sabes algo que ${place} deba saber, cuéntanoslo.`,
      ],
    },
  };
}
