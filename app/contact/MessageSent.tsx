import type { ContactFile } from "../../server/editions/contact.ts";
import { WayHome } from "../ui/HomeLink.tsx";
import message from "../ui/Message.module.css";

/** An address of its own: without one, browsers take that of the form along. */
export const SENT_ID = "sent";

/** Where a reader lands whose message has come in. */
export function MessageSent({ thanks }: { thanks: ContactFile["thanks"] }) {
  return (
    <section className={message.message} id={SENT_ID}>
      <h1>{thanks.title}</h1>
      <p>{thanks.text}</p>
      <p>
        <WayHome />
      </p>
    </section>
  );
}
