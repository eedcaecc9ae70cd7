/** Drafts, scheduled messages and reminders share one list. */
import { useSetDown } from "../../composer/drafts/useOnlyHere.ts";
import { useCommand } from "../../keyboard/useCommand.ts";
import { Empty } from "../../parts/states.tsx";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { isOnRow, useRowCursor } from "../rows/cursor.ts";
import { ListPage } from "../rows/ListPage.tsx";
import { draftRows } from "./draft-rows.ts";
import { KeptRow } from "./KeptRow.tsx";
import type { KeptItem } from "./kept-item.ts";
import { reminderRows } from "./reminder-rows.ts";
import { scheduledRows } from "./scheduled-rows.tsx";

type List = "drafts" | "scheduled" | "reminders";

const EMPTY = {
  drafts: "otherLists.noDrafts",
  scheduled: "otherLists.noScheduled",
  reminders: "otherLists.noReminders",
} as const;
const ICONS = { drafts: "draft", scheduled: "clock", reminders: "bell" } as const;

export function Drafts({ list }: { readonly list: List }) {
  const session = useSession();
  const drafts = useStore((state) => state.drafts);
  const setDown = useSetDown();
  const scheduled = useStore((state) => state.scheduled);
  const rows: readonly KeptItem[] =
    list === "drafts"
      ? draftRows(session, drafts, setDown)
      : list === "scheduled"
        ? scheduledRows(session, scheduled.messages)
        : reminderRows(session, scheduled.reminders);
  const cursor = useRowCursor(rows.map(({ key }) => key));
  const current = rows.find(({ key }) => key === cursor.key);
  useCommand("deleteRow", () => (current && isOnRow() ? current.remove() : false));
  return (
    <ListPage>
      <header className="axis page-head" data-region="header">
        <div className="c">
          <h1>{t(`views.${list}`)}</h1>
        </div>
      </header>
      {rows.length === 0 && <Empty icon={ICONS[list]} title={t(EMPTY[list])} />}
      <ul aria-label={t(`views.${list}`)}>
        {rows.map((row) => (
          <KeptRow key={row.key} row={row} link={cursor.linkProps(row.key)} isCursor={cursor.key === row.key} />
        ))}
      </ul>
    </ListPage>
  );
}
