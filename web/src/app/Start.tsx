/** Starts the session and the application, or says why it could not. */
import { ConnectionError, RequestError } from "@parley/client";
import { useEffect, useState } from "react";
import { Fault } from "../parts/Fault.tsx";
import { Failure, Skeleton } from "../parts/states.tsx";
import { type Session, SessionProvider } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { App } from "./App.tsx";
import { beginSession } from "./session.ts";

export function Start() {
  const [session, setSession] = useState<Session>();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts again.
  useEffect(() => {
    let isWanted = true;
    beginSession().then(
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
  if (session)
    return (
      <SessionProvider value={session}>
        <Fault>
          <App />
        </Fault>
      </SessionProvider>
    );
  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return failed ? <Failure text={t("shell.couldNotStart")} onRetry={retry} /> : <Skeleton onRetry={retry} />;
}
