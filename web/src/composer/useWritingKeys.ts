/** The composer's keys; elsewhere they are left to others. */
import { narrowAddress } from "../address/address.ts";
import { useCommand } from "../keyboard/useCommand.ts";
import { showToast } from "../parts/toasts.tsx";
import { useGo } from "../state/place.ts";
import { t } from "../text/text.ts";
import { desk } from "./desk.ts";
import { TOOLS } from "./editing/tools.ts";
import { narrowOfTarget } from "./target.ts";
import type { Edit } from "./tools/Toolbar.tsx";

interface Doings {
  readonly isElsewhere: boolean;
  readonly isInView: boolean;
  readonly waits: boolean;
  readonly isPreview: boolean;
  readonly edit: Edit;
  readonly send: () => void;
  readonly togglePreview: () => void;
  readonly openSnippets: () => void;
}

const isHere = (): boolean => document.activeElement?.closest("[data-region=composer]") !== null;
const whenHere = (run: () => void) => () => (isHere() ? run() : false);

export function useWritingKeys(doings: Doings): void {
  const { waits, isPreview, isInView, edit, send, togglePreview, openSnippets } = doings;
  const go = useGo();
  const bold = whenHere(() => edit(TOOLS.bold));
  const italic = whenHere(() => edit(TOOLS.italic));
  const link = whenHere(() => edit(TOOLS.link));
  const code = whenHere(() => edit(TOOLS.code));
  useCommand("send", () => (isHere() || waits ? send() : false));
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
    if (desk.isEmpty) return desk.close();
    // In its own conversation the text stays visible; elsewhere it would be in the way.
    if (isInView && !desk.get().isOpen) return undefined;
    desk.putAway();
    return showToast({
      text: t("composer.draftKept"),
      action: { label: t("composer.view"), do: () => go({ kind: "drafts" }) },
    });
  });
}
