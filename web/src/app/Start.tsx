/** From nothing to the application: the session begins, or says why it could not. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt begins anew.
  useEffect(() => {
    let isWanted = true;
    beginSession().then(
      (begun) => isWanted && setSession(begun),
      (error: unknown) => {
        if (!isWanted) return;
        setFailed(true);
        // What is not the connection's fault is ours.
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
