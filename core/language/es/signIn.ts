import type { SignInTexts } from "../en/signIn.ts";

export function createSignInTexts(): SignInTexts {
  return {
    desk: "Redacción",
    signIn: "Entrar",
    usePasskey: "Entrar con una llave de acceso",
    unusedPasskey: "No se usó la llave de acceso. Inténtalo de nuevo o entra de otra forma.",
    unknownPasskey: "La redacción no conoce esta llave de acceso. Entra de otra forma.",
    emailLabel: "O recibe un código por correo",
    emailExample: "tu@example.org",
    mailCode: "Enviarme un código",
    noMail: "¿Sin llave de acceso ni correo? Quien dirige tu redacción puede crear un enlace para ti.",
    typeCode: "Escribe el código",
    codeOnItsWay: (email, minutes) =>
      `Si ${email} puede entrar aquí, le enviamos un código. Vale durante ${minutes} minutos y solo en esta ventana.`,
    code: "Código",
    wrongCode: "Este código es incorrecto o ya no vale. Revísalo o pide uno nuevo.",
    newCode: "Pedir un código nuevo",
    welcome: (name) => `Hola, ${name}`,
    linkWorksOnce: "Este enlace sirve para entrar una sola vez. Al presionar el botón, se gasta.",
    signInAs: (name) => `Entrar como ${name}`,
    oldLink: "Este enlace ya no funciona",
    oldLinkReason:
      "Se usó, se reemplazó por otro más nuevo o venció. Pide un enlace nuevo a quien dirige tu redacción.",
    otherWay: "Entrar de otra forma",
    nothingHere: "Aquí no hay nada",
    nothingHereReason: "La dirección no es correcta, o lo que había aquí se movió.",
    toStories: "Ir a las notas",
    mail: {
      subject: (code) => `${code} es tu código para la redacción`,
      text: (code, host, minutes) =>
        `Escribe este código en la ventana que lo pidió, en ${host}:\n\n${code}\n\nVale durante ${minutes} minutos. Si no lo pediste, ignora este correo y no le digas el código a nadie.\n`,
    },
  };
}
