/** Starts the session and the application, or says why it could not. */
import { ConnectionError, RequestError } from "@parley/client";
import { useEffect, useState } from "react";
import { Fault } from "../parts/Fault.tsx";
import { Banner, Failure } from "../parts/states.tsx";
import { type Session, SessionProvider } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { App } from "./App.tsx";
import { openFirstView } from "./CurrentView.tsx";
import { InLanguage } from "./InLanguage.tsx";
import { beginSession } from "./session.ts";

/** Begun with the script, and not when something has been drawn. */
const first = beginSession();
first.then(
  (session) => session && openFirstView(session).catch(() => {}),
  // `Start` says so.
  () => {},
);

export function Start() {
  const [session, setSession] = useState<Session>();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isWanted = true;
    (attempt === 0 ? first : beginSession()).then(
      (begun) => isWanted && setSession(begun),
      (error: unknown) => {
        if (!isWanted) return;
        setFailed(true);
        // Anything but a connection failure is a bug.
        if (!(error instanceof ConnectionError) && !(error instanceof RequestError)) reportError(error);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [attempt]);
  useEffect(() => {
    if (session || failed) document.getElementById("shell")?.remove();
  }, [session, failed]);
  if (session)
    return (
      <SessionProvider value={session}>
        <Fault>
          <InLanguage>
            <App />
          </InLanguage>
        </Fault>
      </SessionProvider>
    );
  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return failed ? <Failure text={t("shell.couldNotStart")} onRetry={retry} /> : <StillStarting onRetry={retry} />;
}

const LONG_MS = 8000;

/** The page says that it is loading; after a while, this offers to try again. */
function StillStarting({ onRetry }: { readonly onRetry: () => void }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <div className="still-starting">
      <Banner action={{ label: t("parts.tryAgain"), do: onRetry }}>{t("parts.stillLoading")}</Banner>
    </div>
  );
}
