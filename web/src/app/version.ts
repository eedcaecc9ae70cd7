/** Whether the server has a newer version of this page than the one that is open. */
import { useEffect, useState } from "react";
import { useRealm } from "../state/settings.ts";

/** After a restart the server may serve another page: its scripts are named by what is in them. */
export function useNewVersion(): boolean {
  const generation = useRealm("server_generation");
  const [first] = useState(generation);
  const [isNewer, setNewer] = useState(false);
  useEffect(() => {
    if (generation === first) return undefined;
    const asking = new AbortController();
    const ask = async () => {
      const response = await fetch("/", { cache: "no-store", signal: asking.signal });
      if (!response.ok) return;
      const page = await response.text();
      setNewer(!scriptsHere().every((source) => page.includes(source)));
    };
    // Where the server cannot be asked now, the next restart tells again.
    ask().catch(() => {});
    return () => asking.abort();
  }, [generation, first]);
  return isNewer;
}

const scriptsHere = (): string[] =>
  [...document.querySelectorAll<HTMLScriptElement>("head script[src]")].map(({ src }) => new URL(src).pathname);
