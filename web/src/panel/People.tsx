/** Everyone, people in this conversation first; filtered by name, email or role. */
import { useState } from "react";
import type { Address } from "../address/address.ts";
import type { NarrowTerm } from "../address/narrow.ts";
import { roleName } from "../card/kinds.ts";
import { Button } from "../parts/buttons.tsx";
import { Icon } from "../parts/Icon.tsx";
import { nameFilter } from "../ranking/match.ts";
import { useMinute } from "../state/presence.ts";
import { useRealm } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { aboutOf } from "./about.ts";
import { Group } from "./Group.tsx";
import { PersonRow } from "./PersonRow.tsx";
import { peopleGroups } from "./people.ts";
import { useWritten } from "./useWritten.ts";

export function People({ address }: { readonly address: Address }) {
  const { conversation, channelId, terms } = aboutOf(address);
  if (conversation?.type === "topic" && terms) return <PeopleOfTopic terms={terms} channelId={channelId} />;
  return <Groups inConversation={conversation?.type === "direct" ? conversation.userIds : []} channelId={channelId} />;
}

interface PeopleOfTopicProps {
  readonly terms: readonly NarrowTerm[];
  readonly channelId: number | undefined;
}

function PeopleOfTopic({ terms, channelId }: PeopleOfTopicProps) {
  const writers = useWritten(terms).writers.map(({ userId }) => userId);
  return <Groups inConversation={writers} channelId={channelId} />;
}

/** Shows this many at first; the filter finds the rest. */
const AT_FIRST = 50;

interface GroupsProps {
  readonly inConversation: readonly number[];
  readonly channelId: number | undefined;
}

function Groups({ inConversation, channelId }: GroupsProps) {
  const [filter, setFilter] = useState("");
  const [most, setMost] = useState(AT_FIRST);
  const users = useStore((state) => state.users);
  const presence = useStore((state) => state.presence);
  const channels = useStore((state) => state.channels);
  const offlineAfter = useRealm("server_presence_offline_threshold_seconds");
  const now = useMinute() * 60;
  const matches = nameFilter(filter);
  const groups = peopleGroups({
    state: { users, presence, channels },
    inConversation,
    channelId,
    isNamed: (person) =>
      matches(person.full_name) ||
      (filter !== "" && (matches(person.delivery_email ?? "") || matches(roleName(person)))),
    now,
    offlineAfter,
  });
  const isNowhere = inConversation.length === 0 && channelId === undefined;
  return (
    <>
      <div className="jump panel-filter">
        <Icon name="filter" />
        <input
          type="search"
          value={filter}
          placeholder={t("panel.filterPeople")}
          aria-label={t("panel.filterPeople")}
          onChange={(event) => setFilter(event.target.value)}
        />
      </div>
      {groups.length === 0 && <p className="about">{t("panel.nobody")}</p>}
      {groups.map(({ name, userIds }) => (
        <Group
          key={name}
          name={t(isNowhere && name === "others" ? "panel.everyone" : `panel.${name}`)}
          count={userIds.length}
        >
          {userIds.slice(0, most).map((id) => (
            <PersonRow key={id} userId={id} />
          ))}
          {userIds.length > most && (
            <Button kind="plain" onPress={() => setMost(most + 4 * AT_FIRST)}>
              {t("parts.more")}
            </Button>
          )}
        </Group>
      ))}
    </>
  );
}
