/** Announcements for screen readers: polite, at most one every two seconds; assertive when something is lost. */
import { useEffect, useState } from "react";

type Say = (text: string) => void;

const EVERY_MS = 2000;
let say: Say | undefined;

export const announce = (text: string): void => say?.(text);

export function Announcer() {
  const [polite, setPolite] = useState("");
  useEffect(() => {
    let waiting: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = () => {
      timer = undefined;
      if (waiting === undefined) return;
      setPolite(waiting);
      waiting = undefined;
      timer = setTimeout(next, EVERY_MS);
    };
    say = (text) => {
      waiting = text;
      if (timer === undefined) next();
    };
    return () => {
      say = undefined;
      clearTimeout(timer);
    };
  }, []);
  return (
    <div className="sr" role="status">
      {polite}
    </div>
  );
}
