/** A set of channels that new people can choose: its name, its channels, deleting it. */
import type { Channel, State } from "@parley/client";
import { defaultChannels as api } from "@parley/server/contract";
import { attempt } from "../../../actions/attempt.ts";
import { openDialog } from "../../../app/dialogs.tsx";
import { Button } from "../../../parts/buttons.tsx";
import { Confirm } from "../../../parts/Dialog.tsx";
import { useSession } from "../../../state/session.tsx";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { saySaved } from "../../saved.ts";
import { ChannelChips } from "../folders/ChannelChips.tsx";
import { ChannelAdder } from "./ChannelAdder.tsx";
import { DefaultGroupDialog } from "./DefaultGroupDialog.tsx";

export type ChannelSet = State["channels"]["defaultGroups"][number];

interface DefaultGroupProps {
  readonly group: ChannelSet;
  readonly offered: readonly Channel[];
  readonly mayChange: boolean;
}

export function DefaultGroup({ group, offered, mayChange }: DefaultGroupProps) {
  const { id: group_id, name, description, streams } = group;
  const { connection } = useSession();
  const channels = useStore((state) => state.channels.channels);
  const send = (op: "add" | "remove", channelName: string) =>
    connection.call(api.changeDefaultGroupChannels, { group_id, op, stream_names: [channelName] });
  const change = (op: "add" | "remove", channelName: string) =>
    void attempt(async () => {
      await send(op, channelName);
      const back = op === "add" ? "remove" : "add";
      saySaved({ undo: () => void attempt(() => send(back, channelName)) });
    });
  const remove = () =>
    openDialog((close) => (
      <Confirm
        title={t("defaultChannels.deleteQuestion", { name })}
        action={t("defaultChannels.delete")}
        isDangerous
        onConfirm={() => {
          close();
          void attempt(() => connection.call(api.deleteDefaultGroup, { group_id }));
        }}
        onClose={close}
      >
        <p>{t("defaultChannels.deleteLoss")}</p>
      </Confirm>
    ));
  return (
    <section className="folder" aria-label={name}>
      <div className="folder-head">
        <div className="folder-words">
          <h3 dir="auto">{name}</h3>
          {description !== "" && <small dir="auto">{description}</small>}
        </div>
        {mayChange && (
          <>
            <Button
              kind="plain"
              aria-label={t("folders.editNamed", { name })}
              onPress={() => openDialog((close) => <DefaultGroupDialog group={group} onClose={close} />)}
            >
              {t("defaultChannels.edit")}
            </Button>
            <Button kind="plain" aria-label={t("defaultChannels.deleteNamed", { name })} onPress={remove}>
              {t("defaultChannels.delete")}
            </Button>
          </>
        )}
      </div>
      <ChannelChips
        channels={streams.flatMap((id) => channels.get(id) ?? [])}
        mayRemove={mayChange}
        onRemove={(id) => change("remove", channels.get(id)?.name ?? "")}
      />
      {mayChange && (
        <ChannelAdder
          label={t("folders.addChannelTo", { name })}
          offered={offered.filter(({ stream_id }) => !streams.includes(stream_id))}
          onAdd={(channel) => change("add", channel.name)}
        />
      )}
    </section>
  );
}
