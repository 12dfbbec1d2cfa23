import type { Made } from "../../web/cache/kept.ts";
import type { MakePage } from "../../web/makePage.ts";
import { type Claim, isTaken, openClaim, take } from "./claim.ts";
import type { Press } from "./press.ts";

/** A page that a reader waits for. */
interface Page {
  order: Parameters<MakePage>;
  claim: Claim;
  done: PromiseWithResolvers<Made>;
  /** Takes it back from the newsroom, where it was offered. */
  withdraw(): void;
}

/**
 * Has pages that readers wait for made by two threads. One is made at a time here, and what comes meanwhile is offered to the
 * newsroom as well: whichever comes to it first makes it. So nobody waits for a newsroom that has something else to do, and a
 * thread that is alone makes everything, in the order in which it was asked for. Between two pages this thread answers what is
 * kept.
 */
export function sharePages({ offer }: Pick<Press, "offer">, makePage: MakePage): MakePage {
  const waiting: Page[] = [];
  let isTurnDue = false;

  function callTurn(): void {
    if (isTurnDue) return;
    isTurnDue = true;
    setImmediate(turn);
  }

  function turn(): void {
    isTurnDue = false;
    const page = nextPage();
    if (waiting.length > 0) callTurn();
    if (!page) return;
    page.withdraw();
    makePage(...page.order).then(page.done.resolve, page.done.reject);
  }

  function nextPage(): Page | undefined {
    for (let page = waiting.shift(); page; page = waiting.shift()) if (take(page.claim)) return page;
    return undefined;
  }

  function offered({ order, claim, done }: Page): () => void {
    const { made, withdraw } = offer(order, claim);
    made
      .catch(() => null)
      .then((page) => {
        if (page) done.resolve(page);
        // The thread took it and did not bring it back.
        else if (!isWithdrawn && isTaken(claim)) makePage(...order).then(done.resolve, done.reject);
      });
    let isWithdrawn = false;
    return () => {
      isWithdrawn = true;
      withdraw();
    };
  }

  return (...order) => {
    const page: Page = { order, claim: openClaim(), done: Promise.withResolvers(), withdraw() {} };
    if (waiting.length > 0) page.withdraw = offered(page);
    waiting.push(page);
    callTurn();
    return page.done.promise;
  };
}
