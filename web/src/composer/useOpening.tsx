/** Dialogs that the composer opens: snippets, scheduling, reminders. */
import type { SavedSnippet } from "@parley/client";
import { openDialog } from "../app/dialogs.tsx";
import { useSession } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { desk } from "./desk.ts";
import { inserted } from "./editing/edited.ts";
import type { Opened } from "./opening-commands.ts";
import { remindOfConversation } from "./tools/remind.ts";
import { SendLaterDialog } from "./tools/SendLater.tsx";
import { SnippetsDialog } from "./tools/Snippets.tsx";
import { insteadOfCommand } from "./tools/snippet.ts";
import type { Edit } from "./tools/Toolbar.tsx";
import { splitPictures, withPictures } from "./uploads/pictures.ts";

interface ComposerDialogs {
  readonly openSnippets: () => void;
  readonly openLater: () => void;
  /** Runs a command; the text after it is kept where it is useful. */
  readonly open: (opened: Opened) => void;
}

export function useOpening(edit: Edit, schedule: (seconds: number) => Promise<void>): ComposerDialogs {
  const session = useSession();
  /** A snippet takes the place of the command that asked for it. */
  const openSnippets = (wanted?: string) => {
    const insert = (snippet: SavedSnippet) =>
      edit((edited) => (wanted === undefined ? inserted(edited, snippet.content) : insteadOfCommand(snippet, wanted)));
    openDialog((close) => (
      <SnippetsDialog
        text={wanted === undefined ? desk.get().text : ""}
        wanted={wanted ?? ""}
        onInsert={insert}
        onClose={close}
      />
    ));
  };
  const openLater = () =>
    openDialog((close) => (
      <SendLaterDialog action={t("composer.schedule")} onChoose={(seconds) => void schedule(seconds)} onClose={close} />
    ));
  const open = ({ command, rest }: Opened) => {
    const { id, target, text } = desk.get();
    const { pictures } = splitPictures(text);
    const write = (words: string) => desk.writeTo(id, withPictures(words, pictures));
    // Until there is a snippet or a reminder, the words stay: the page may be closed before.
    if (command === "schedule" || rest === "") write(rest);
    if (command === "snippet") openSnippets(rest);
    else if (command === "remind")
      void remindOfConversation(session, target, {
        note: rest,
        onSet: () => desk.sheet(id)?.text === text && write(""),
      });
    // Without text there is nothing to schedule.
    else if (rest === "" && pictures.length === 0) write("/schedule ");
    else openLater();
  };
  return { openSnippets: () => openSnippets(), openLater, open };
}
