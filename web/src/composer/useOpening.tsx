/** Dialogs that the composer opens: snippets, scheduling, reminders. */
import { openDialog } from "../app/dialogs.tsx";
import { useSession } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { desk } from "./desk.ts";
import { inserted } from "./editing/edited.ts";
import type { Opened } from "./opening-commands.ts";
import { remindOfConversation } from "./tools/remind.ts";
import { SendLaterDialog } from "./tools/SendLater.tsx";
import { SnippetsDialog } from "./tools/Snippets.tsx";
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
  const openSnippets = (wanted = "", onCancel = () => {}) => {
    let isInserted = false;
    openDialog((close) => (
      <SnippetsDialog
        text={desk.get().text}
        wanted={wanted}
        onInsert={(content) => {
          isInserted = true;
          edit((edited) => inserted(edited, content));
        }}
        onClose={() => {
          close();
          // A snippet is inserted once the dialog has given the focus back.
          queueMicrotask(() => !isInserted && onCancel());
        }}
      />
    ));
  };
  const openLater = () =>
    openDialog((close) => (
      <SendLaterDialog action={t("composer.schedule")} onChoose={(seconds) => void schedule(seconds)} onClose={close} />
    ));
  const open = ({ command, rest }: Opened) => {
    const { target, text } = desk.get();
    const { pictures } = splitPictures(text);
    // Without a snippet or a reminder, the words are as they were.
    const giveBack = () => {
      if (rest !== "") desk.adopt(target, text, undefined);
    };
    const write = (words: string) => desk.write(withPictures(words, pictures));
    write(command === "schedule" ? rest : "");
    if (command === "snippet") openSnippets(rest, giveBack);
    else if (command === "remind") void remindOfConversation(session, target, { note: rest, onCancel: giveBack });
    // Without text there is nothing to schedule.
    else if (rest === "" && pictures.length === 0) write("/schedule ");
    else openLater();
  };
  return { openSnippets: () => openSnippets(), openLater, open };
}
