/** The page of default channels. */
import { type Channel, holderOf } from "@parley/client";
import { defaultChannels as api } from "@parley/server/contract";
import { isAdministrator } from "@parley/server/kernel/access/roles.ts";
import { attempt } from "../../../actions/attempt.ts";
import { openDialog } from "../../../app/dialogs.tsx";
import { byName } from "../../../inbox-order/folders.ts";
import { Button } from "../../../parts/buttons.tsx";
import { Empty } from "../../../parts/states.tsx";
import { useSession } from "../../../state/session.tsx";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { Page, Section } from "../../Page.tsx";
import type { SettingsPage } from "../../page.ts";
import { saySaved } from "../../saved.ts";
import { ChannelChips } from "../folders/ChannelChips.tsx";
import { ChannelAdder } from "./ChannelAdder.tsx";
import { DefaultGroup } from "./DefaultGroup.tsx";
import { DefaultGroupDialog } from "./DefaultGroupDialog.tsx";

export function DefaultChannels({ page }: { readonly page: SettingsPage }) {
  const channels = useStore((state) => state.channels.channels);
  const defaultIds = useStore((state) => state.channels.defaultIds);
  const groups = useStore((state) => state.channels.defaultGroups);
  const mayChange = useStore((state) => isAdministrator(holderOf(state)));
  const isDefault = new Set(defaultIds);
  // Private channels cannot be given to everyone; one that is given already needs no second way.
  const offered = [...channels.values()].filter(
    ({ stream_id, invite_only, is_archived }) => !invite_only && !is_archived && !isDefault.has(stream_id),
  );
  return (
    <Page page={page}>
      <Defaults channels={defaultIds.flatMap((id) => channels.get(id) ?? [])} offered={offered} mayChange={mayChange} />
      <Section title={t("defaultChannels.groups")} help={t("defaultChannels.groupsHelp")} name="default-groups">
        {mayChange && (
          <div className="add-row">
            <Button icon="plus" onPress={() => openDialog((close) => <DefaultGroupDialog onClose={close} />)}>
              {t("defaultChannels.createGroup")}
            </Button>
          </div>
        )}
        {groups.length === 0 && <p className="quiet">{t("defaultChannels.noGroups")}</p>}
        {groups.map((group) => (
          <DefaultGroup key={group.id} group={group} offered={offered} mayChange={mayChange} />
        ))}
      </Section>
    </Page>
  );
}

interface DefaultsProps {
  readonly channels: readonly Channel[];
  readonly offered: readonly Channel[];
  readonly mayChange: boolean;
}

function Defaults({ channels, offered, mayChange }: DefaultsProps) {
  const { connection } = useSession();
  const add = (stream_id: number) => connection.call(api.addDefaultChannel, { stream_id });
  const remove = (stream_id: number) => connection.call(api.removeDefaultChannel, { stream_id });
  const change = (id: number, does: typeof add, undoes: typeof add) =>
    void attempt(async () => {
      await does(id);
      saySaved({ undo: () => void attempt(() => undoes(id)) });
    });
  return (
    <Section
      title={t("address.defaultChannels")}
      help={t(mayChange ? "defaultChannels.help" : "organization.byAdministrators")}
      name="default-channels"
    >
      {channels.length === 0 ? (
        <Empty icon="hash" title={t("defaultChannels.none")} />
      ) : (
        <ChannelChips
          channels={[...channels].sort((one, other) => byName.compare(one.name, other.name))}
          mayRemove={mayChange}
          onRemove={(id) => change(id, remove, add)}
        />
      )}
      {mayChange && (
        <ChannelAdder
          label={t("defaultChannels.add")}
          offered={offered}
          onAdd={(channel) => change(channel.stream_id, add, remove)}
        />
      )}
    </Section>
  );
}
