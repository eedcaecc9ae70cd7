/** Who allows their private data in exports. */
import type { State } from "@parley/client";
import { Avatar } from "../../../parts/Avatar.tsx";
import { nameOf } from "../../../state/people.ts";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { Table } from "../../lists/Table.tsx";

type ConsentMap = ReadonlyMap<number, boolean>;

const activePeople = ({ users }: State["users"]): number[] =>
  [...users.values()].filter(({ is_active, is_bot }) => is_active && !is_bot).map(({ user_id }) => user_id);

export function countConsents(users: State["users"], consents: ConsentMap): { allowed: number; all: number } {
  const people = activePeople(users);
  return { allowed: people.filter((id) => consents.get(id) === true).length, all: people.length };
}

export function Consents({ consents }: { readonly consents: ConsentMap }) {
  const users = useStore((state) => state.users);
  const said = (id: number) => t(consents.get(id) === true ? "exports.allowed" : "exports.notAllowed");
  return (
    <Table
      label={t("exports.consents")}
      rows={activePeople(users)}
      keyOf={(id) => id}
      sortedBy={1}
      columns={[
        {
          title: t("exports.person"),
          of: (id) => nameOf({ users }, id),
          draw: (id) => (
            <span className="with-mark">
              <Avatar userId={id} size="s" />
              {nameOf({ users }, id)}
            </span>
          ),
        },
        { title: t("exports.privateData"), of: said },
      ]}
      actions={() => null}
    />
  );
}
