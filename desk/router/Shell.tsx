import { lazy, Suspense } from "react";
import { Outlet, ScrollRestoration, useNavigation } from "react-router";
import { useMe } from "../me/useEdition.ts";
import { proof } from "../proof/proveAgain.ts";
import { signIn } from "../proof/signInAgain.ts";
import { getTexts } from "../texts/texts.ts";
import { Masthead } from "./Masthead.tsx";
import css from "./Shell.module.css";
import { CONTENT_ID, useFocusOnNavigation } from "./useFocusOnNavigation.ts";
import { useKeptTexts } from "./useKeptTexts.ts";

const SignInDialog = lazy(() => import("../account/SignInDialog.lazy.tsx"));
const ProofDialog = lazy(() => import("../account/ProofDialog.lazy.tsx"));

/** Frame around every screen: navigation, the person's menu, and the loading state. */
export function Shell() {
  const { editions } = useMe();
  const { state } = useNavigation();
  const texts = getTexts().shell;
  const answerProof = proof.useAnswer();
  const answerSignIn = signIn.useAnswer();
  useKeptTexts();
  useFocusOnNavigation();
  return (
    <>
      <a className={css.skip} href={`#${CONTENT_ID}`}>
        {texts.skip}
      </a>
      {state !== "idle" && <div className={css.pending} />}
      {editions.length > 0 && <Masthead />}
      <main id={CONTENT_ID} className={css.main} tabIndex={-1}>
        {editions.length > 0 ? <Outlet /> : <p>{texts.noEdition}</p>}
      </main>
      {answerProof && (
        <Suspense>
          <ProofDialog onAnswer={answerProof} />
        </Suspense>
      )}
      {answerSignIn && (
        <Suspense>
          <SignInDialog onSignedIn={() => answerSignIn(true)} />
        </Suspense>
      )}
      <ScrollRestoration />
    </>
  );
}
