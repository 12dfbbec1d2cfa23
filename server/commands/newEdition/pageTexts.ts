interface Named {
  name: string;
  place: string;
  language: string;
}

/** Returns the page /about of a new edition. */
export function formatAbout({ name, place, language }: Named): string {
  const heading = (title: string, description: string) =>
    `---
# The page /about. Replace the text with your own; this first part is for the top of the page and for search engines.
title: ${JSON.stringify(title)}
description: ${JSON.stringify(shorten(description))}
---

`;
  if (isSpanish(language))
    return `${heading(`Acerca de ${name}`, `Quién publica ${name} y cómo elige sus noticias.`)}${name} reúne las noticias de ${place}: titulares y resúmenes de los medios que seguimos, con el nombre de cada uno y un enlace a la nota original.

La lista completa de nuestras fuentes está en [Fuentes](/sources). Si una nota es suya y quiere que la cambiemos o la retiremos, escríbanos.
`;
  return `${heading(`About ${name}`, `Who publishes ${name}, and how it chooses its news.`)}${name} brings together the news of ${place}: headlines and summaries from the newsrooms that we follow, each with its name and a link to the original.

The full list is under [Sources](/sources). If a story is yours and you want it changed or taken down, write to us.
`;
}

/** Returns the page /privacy of a new edition, which says what the software does by default. */
export function formatPrivacy({ name, language }: Named, today: string): string {
  const heading = (title: string, description: string) =>
    `---
# The page /privacy. It says what the site does as it is now: no sign-up, no contact form, no advertising server. Change
# it before you add one.
title: ${JSON.stringify(title)}
description: ${JSON.stringify(shorten(description))}
updated: ${today}
---

`;
  if (isSpanish(language))
    return `${heading("Privacidad", `Qué datos recoge ${name}: casi ninguno.`)}${name} no usa cookies, no cuenta a sus lectores y no carga nada de terceros sin que usted lo pida. Lo que guarda en «Mi cuenta», como las notas guardadas, queda solo en su dispositivo.

Nuestro servidor conoce su dirección IP mientras le responde, como todo sitio web.
`;
  return `${heading("Privacy", `What ${name} collects about its readers: next to nothing.`)}${name} sets no cookies, does not count its readers, and loads nothing from third parties before you ask for it. What you save here, such as stories for later, stays on your device.

Our server knows your IP address while it answers you, as every website does.
`;
}

function isSpanish(language: string): boolean {
  return /^es\b/i.test(language);
}

/** Shortens a description to the length that search engines show. */
function shorten(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 159)}…`;
}
