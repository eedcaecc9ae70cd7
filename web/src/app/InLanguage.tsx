/** Draws the application anew when the reader chooses another language. */
import { Fragment, type ReactNode, useEffect, useState } from "react";
import { useSession } from "../state/session.tsx";
import { useSetting } from "../state/settings.ts";
import { speakLanguage } from "../text/languages.ts";

export function InLanguage({ children }: { readonly children: ReactNode }) {
  const { isVisitor } = useSession();
  const chosen = useSetting("default_language");
  const [shown, setShown] = useState(chosen);
  useEffect(() => {
    // Visitors read in their browser's language: nobody chose one for them.
    if (isVisitor || chosen === shown) return;
    void speakLanguage(chosen).then(() => setShown(chosen));
  }, [chosen, shown, isVisitor]);
  return <Fragment key={shown}>{children}</Fragment>;
}
