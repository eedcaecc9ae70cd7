/** Direct messages: unread ones, then the most recent. */
import { useState } from "react";
import { narrowAddress } from "../address/address.ts";
import { dmNarrow } from "../address/narrow.ts";
import { countsOf, unreadConversations, unreadOf } from "../inbox-order/unread.ts";
import { Avatar } from "../parts/Avatar.tsx";
import { Icon } from "../parts/Icon.tsx";
import { type RowPlace, WindowedList } from "../parts/WindowedList.tsx";
import { nameFilter } from "../ranking/match.ts";
import { peopleName } from "../state/conversation-names.ts";
import { useHref } from "../state/place.ts";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { type DirectRow, directRows, RECENT_SHOWN } from "./direct.ts";
import { useSteady } from "./held.ts";
import type { Here } from "./here.ts";
import { sidebarMenus } from "./open-menus.ts";
import { Row } from "./Row.tsx";
import { Section } from "./Section.tsx";

interface DirectMessagesProps {
  readonly here: Here;
  readonly filter: string;
  /** As a screen of its own it shows more. */
  readonly atFirst?: number;
}

const MORE_AT_ONCE = 20;
/** Shows at most this many matches. */
const FILTERED_SHOWN = 30;

export function DirectMessages({ here, filter, atFirst = RECENT_SHOWN }: DirectMessagesProps) {
  const direct = useStore((state) => state.conversations.direct);
  const unread = useStore((state) => unreadOf(state, "direct"));
  const count = useStore((state) => countsOf(state).direct);
  const users = useStore((state) => state.users);
  const [recent, setRecent] = useState(atFirst);
  const isFiltered = filter !== "";
  const { rows, more } = directRows(direct, unread, {
    recent: isFiltered ? Number.POSITIVE_INFINITY : recent,
    open: here.conversation,
  });
  const matches = nameFilter(filter);
  const wanted = isFiltered
    ? rows.filter(({ userIds }) => matches(peopleName({ users }, userIds))).slice(0, FILTERED_SHOWN)
    : rows;
  const shown = useSteady(wanted, isFiltered ? undefined : (row) => row);
  if (shown.length === 0) return null;
  return (
    <Section id="direct" name={t("views.directMessages")} unread={count.unread} isForcedOpen={isFiltered}>
      <WindowedList items={shown} cursor={here.conversationKey}>
        {({ key, userIds }, place) => (
          <Direct key={key} id={key} userIds={userIds} isHere={here.conversationKey === key} place={place} />
        )}
      </WindowedList>
      {!isFiltered && more > 0 && (
        <button
          type="button"
          className="nav"
          tabIndex={-1}
          data-row=""
          onClick={() => setRecent(recent + MORE_AT_ONCE)}
        >
          <Icon name="more" />
          {t("parts.more")}
        </button>
      )}
    </Section>
  );
}

interface DirectProps {
  readonly id: string;
  readonly userIds: DirectRow["userIds"];
  readonly isHere: boolean;
  readonly place: RowPlace;
}

function Direct({ id, userIds, isHere, place }: DirectProps) {
  const session = useSession();
  const href = useHref(narrowAddress(dmNarrow(userIds)));
  const name = useStore((state) => peopleName(state, userIds, { isShort: true }));
  const unread = useStore((state) => unreadConversations(state).get(id)?.messageIds.length ?? 0);
  const hasMention = useStore((state) => (unreadConversations(state).get(id)?.mentions ?? 0) > 0);
  const [first = session.store.state.users.ownId] = userIds;
  return (
    <Row
      href={href}
      name={name}
      mark={<Avatar userId={first} size="s" withPresence={userIds.length === 1} />}
      unread={unread}
      hasMention={hasMention}
      isHere={isHere}
      menu={async () => (await sidebarMenus()).directMenu(session, userIds)}
      place={place}
    />
  );
}
