/** The composer's keys; elsewhere they are left to others. */
import { narrowAddress } from "../address/address.ts";
import { useCommand } from "../keyboard/useCommand.ts";
import { useGo } from "../state/place.ts";
import { desk } from "./desk.ts";
import { TOOLS } from "./editing/tools.ts";
import { narrowOfTarget } from "./target.ts";
import type { Edit } from "./tools/Toolbar.tsx";
import { useSayKept } from "./useComposing.ts";

interface Doings {
  readonly isPreview: boolean;
  readonly edit: Edit;
  readonly send: () => void;
  readonly togglePreview: () => void;
  readonly openSnippets: () => void;
}

const isHere = (): boolean => document.activeElement?.closest("[data-region=composer]") !== null;
const whenHere = (run: () => void) => () => (isHere() ? run() : false);

export function useWritingKeys(doings: Doings): void {
  const { isPreview, edit, send, togglePreview, openSnippets } = doings;
  const go = useGo();
  const sayKept = useSayKept();
  const bold = whenHere(() => edit(TOOLS.bold));
  const italic = whenHere(() => edit(TOOLS.italic));
  const link = whenHere(() => edit(TOOLS.link));
  const code = whenHere(() => edit(TOOLS.code));
  useCommand("send", whenHere(send));
  // During a preview the text box, and its focus, are gone.
  useCommand("preview", () => (isHere() || isPreview ? togglePreview() : false));
  useCommand("snippets", whenHere(openSnippets));
  useCommand("bold", bold);
  useCommand("italic", italic);
  useCommand("link", link);
  useCommand("code", code);
  useCommand("whereIWrite", () => {
    const narrow = narrowOfTarget(desk.get().target);
    if (!narrow || desk.isEmpty) return false;
    go(narrowAddress(narrow));
    return desk.focus("text");
  });
  useCommand("escape", () => {
    if (!isHere()) return false;
    if (isPreview) return togglePreview();
    (document.activeElement as HTMLElement).blur();
    // In its own conversation the text stays visible; elsewhere it would be in the way.
    return sayKept(desk.close() !== undefined);
  });
}
