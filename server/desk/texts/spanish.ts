/**
 * Spanish translations of the desk's messages for rejected requests, by the English message. In an English message,
 * `{}` stands for a variable part. In a translation, `{1}` stands for the first of these parts, `{2}` for the second.
 */
export const SPANISH: Readonly<Record<string, string>> = {
  // Requests
  "Your session has ended. Sign in again; nothing was changed.":
    "Tu sesión terminó. Vuelve a entrar; no se cambió nada.",
  "Add a passkey to your account first.": "Primero agrega una llave de acceso a tu cuenta.",
  "Confirm that it is you with your passkey; then this will go on.":
    "Confirma que eres tú con tu llave de acceso; después esto continuará.",
  "This request came from another site. Nothing was changed.": "Esta petición vino de otro sitio. No se cambió nada.",
  "There were too many attempts to sign in. Wait ten minutes.":
    "Hubo demasiados intentos de entrar. Espera diez minutos.",
  "The desk could not do this. Try again; nothing was changed.":
    "No se pudo hacer esto. Inténtalo de nuevo; no se cambió nada.",
  "This is too much for the desk.": "Esto es demasiado grande.",
  "There is nothing here.": "Aquí no hay nada.",
  "An earlier attempt went through after all. Look at what it did before you try again.":
    "Un intento anterior sí llegó. Mira qué hizo antes de intentarlo otra vez.",
  "The key of this save was used by somebody else.": "La clave de este guardado ya la usó otra persona.",
  // Roles
  "There is no such edition.": "Esa edición no existe.",
  "{} may not {} in {}.": "{1} no tiene permiso para hacer esto en {3}.",
  "{} may change only own drafts in {}.": "{1} solo puede cambiar sus propios borradores en {2}.",
  "{} may not change a story that is {} in {}.":
    "{1} no puede cambiar en {3} una nota que ya no es un borrador. Habla con la edición.",
  "{} may read only own stories in {}.": "{1} solo puede leer sus propias notas en {2}.",
  // Account and people
  "The passkey was not added. Try again.": "La llave de acceso no se agregó. Inténtalo de nuevo.",
  "This passkey is not yours, or has ended. Try another one.":
    "Esta llave de acceso no es tuya o ya no vale. Prueba con otra.",
  "{} has no such person. Reload the page.": "Esa persona no está en {1}. Vuelve a cargar la página.",
  "{} has no person named {}.": "En {1} no hay nadie con el nombre {2}.",
  'There is no role "{}"; the roles are {}.': "El rol «{1}» no existe; los roles son {2}.",
  "A name has 1 to {} characters.": "Un nombre tiene entre 1 y {1} caracteres.",
  "The address {} belongs to {}.": "La dirección {1} es de {2}.",
  "There is a {} with another address. Add this person by another name.":
    "Ya hay otra persona con el nombre {1} y otra dirección. Agrega a esta con otro nombre.",
  "{} is already a person of {}.": "{1} ya está en {2}.",
  "{} is not an email address.": "{1} no es una dirección de correo.",
  "{} is the last publisher of {}. Make somebody else a publisher first.":
    "{1} es la única persona que dirige {2}. Primero dale ese rol a alguien más.",
  "Only another publisher or an operator can reset your sign-in. To leave a device, end its session.":
    "Solo otra persona con el rol de dirección, o quien opera el servidor, puede restablecer tu acceso. Para dejar un dispositivo, cierra su sesión.",
  // Stories
  "There is no such story.": "Esa nota no existe.",
  "There is no such comment.": "Ese comentario no existe.",
  "{} changed this story in the meantime. Look at it again before you go on.":
    "{1} cambió esta nota mientras tanto. Revísala antes de continuar.",
  "The desk no longer has the text from which this one was made. Send that text along.":
    "Ya no se conserva el texto del que partió este. Envíalo también.",
  "The history of this story no longer has this text.": "El historial de esta nota ya no tiene ese texto.",
  "This draft has no earlier version.": "Este borrador no tiene una versión anterior.",
  "The story has no headline.": "La nota no tiene titular.",
  "The story is in no section.": "La nota no está en ninguna sección.",
  "The edition has no section {}.": "La edición no tiene la sección {1}.",
  "The {} must be {}.": "Hay un dato que no vale ({1}). Revísalo en los datos de la nota.",
  "The text is too long.": "El texto es demasiado largo.",
  "The image {} is not in the library. Choose it again.": "La imagen {1} no está en la biblioteca. Elígela de nuevo.",
  "This story is {}. Only drafts can be submitted.": "Esta nota ya no es un borrador. Solo se envían borradores.",
  "Give the story a headline before you submit it.": "Ponle un titular a la nota antes de enviarla.",
  "This story was not submitted.": "Esta nota no se había enviado.",
  "{} was published, so it cannot be deleted. Withdraw it, or take it down.":
    "{1} se publicó, así que no se puede borrar. Retírala.",
  "{} is {}. Withdraw it first.": "{1} ya no es un borrador. Primero retírala.",
  "{} is published already.": "{1} ya está publicada.",
  "{} is not published.": "{1} no está publicada.",
  "{} ended at {}. Update it with a later expiresAt.": "{1} terminó: {2}. Elige un fin posterior.",
  "{} ends at {}, before it would appear.": "{1} termina antes de aparecer: {2}.",
  "{} was taken down. Restore it with `takedown {} --undo` first.":
    "{1} se eliminó del sitio. Quien opera el servidor puede restablecerla.",
  "This story is published already. Its changes can only appear now.":
    "Esta nota ya está publicada. Sus cambios solo pueden aparecer ahora.",
  "Say how readers learn of the change: silently, as an update or as a correction.":
    "Indica cómo se enteran los lectores: de ningún modo, con una actualización o con una corrección.",
  "Readers see this text already.": "Los lectores ya ven este texto.",
  "This is no date and time, such as 2026-11-26T06:30.": "Esto no es una fecha con hora, como 2026-11-26T06:30.",
  "This time has passed. Choose a later one, or publish now.":
    "Esta hora ya pasó. Elige una posterior o publica ahora.",
  "The alert ends before the story appears. Choose a later end.":
    "La alerta termina antes de que aparezca la nota. Elige un fin posterior.",
  "The server has not come to publish it yet.": "El servidor aún no la ha publicado.",
  // Previews
  "{} is published, so everybody can read it.": "{1} está publicada, así que todos pueden leerla.",
  "A preview must end in the future.": "El fin de una vista previa tiene que estar en el futuro.",
  "A preview can last for {} days.": "Una vista previa puede durar hasta {1} días.",
  "This edition has no section.": "Esta edición no tiene secciones.",
  "This edition sends no briefing.": "Esta edición no envía boletín.",
  // Images
  "There is no such image.": "Esa imagen no existe.",
  "The image can’t be shown.": "La imagen no se puede mostrar.",
  "The desk is taking other images. Try again.": "Se están recibiendo otras imágenes. Inténtalo de nuevo.",
  "{} is larger than {} MB. Save it smaller, and add it again.":
    "{1} supera los {2} MB. Guárdala más pequeña y agrégala de nuevo.",
  "{} is not an image that the site can show. Add a JPEG, PNG, WebP, GIF, AVIF or TIFF file.":
    "{1} no es una imagen que el sitio pueda mostrar. Agrega un archivo JPEG, PNG, WebP, GIF, AVIF o TIFF.",
  "{} can’t be used. The file is damaged, or not complete.":
    "{1} no se puede usar. El archivo está dañado o incompleto.",
  "{} can’t be used. HEIC photos have to be saved as JPEG first.":
    "{1} no se puede usar. Las fotos HEIC deben guardarse antes como JPEG.",
  "{} can’t be used. {}": "{1} no se puede usar. Guárdala de nuevo como JPEG, más pequeña.",
  "Somebody of another edition has this name or address. Only an operator, or a publisher of both editions, can add that person.":
    "Alguien de otra edición tiene este nombre o esta dirección. Solo puede agregar a esa persona quien opera el servidor o quien publica en ambas ediciones.",
  "This needs a fresh sign-in. Sign out, sign in by a new code or link, and add the passkey.":
    "Para esto hace falta entrar de nuevo. Cierra la sesión, entra con un código o enlace nuevo y agrega la llave de acceso.",
};
