/** What the composer opens: snippets, a time to send at, a reminder. */
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

interface Opening {
  readonly openSnippets: () => void;
  readonly openLater: () => void;
  /** What a command stands for; what stood behind it stays where it is of use. */
  readonly open: (opened: Opened) => void;
}

export function useOpening(edit: Edit, schedule: (seconds: number) => Promise<void>): Opening {
  const session = useSession();
  const openSnippets = (wanted = "") =>
    openDialog((close) => (
      <SnippetsDialog
        text={desk.get().text}
        wanted={wanted}
        onInsert={(content) => edit((edited) => inserted(edited, content))}
        onClose={close}
      />
    ));
  const openLater = () =>
    openDialog((close) => (
      <SendLaterDialog action={t("composer.schedule")} onChoose={(seconds) => void schedule(seconds)} onClose={close} />
    ));
  const open = ({ command, rest }: Opened) => {
    desk.write(command === "schedule" ? rest : "");
    if (command === "snippet") openSnippets(rest);
    else if (command === "remind") void remindOfConversation(session, desk.get().target, rest);
    // With nothing to send yet there is nothing to choose a time for.
    else if (rest === "") desk.write("/schedule ");
    else openLater();
  };
  return { openSnippets: () => openSnippets(), openLater, open };
}
