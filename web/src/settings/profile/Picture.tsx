/** The reader's picture: chosen from a file, cropped, or removed. */
import { holderOf, realmSettings } from "@parley/client";
import { avatars } from "@parley/server/contract";
import { mayChangeAvatar } from "@parley/server/people/avatars/permissions.ts";
import { Avatar } from "../../parts/Avatar.tsx";
import { useOwnId, usePerson } from "../../state/people.ts";
import { useSession } from "../../state/session.tsx";
import { useRealm } from "../../state/settings.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { Section } from "../Page.tsx";
import { PictureButtons } from "../pictures/PictureButtons.tsx";
import { usePictureUpload } from "../pictures/usePictureUpload.tsx";
import { Row } from "../SettingRow.tsx";

export function Picture() {
  const { connection } = useSession();
  const ownId = useOwnId();
  const hasOwn = usePerson(ownId)?.avatar_url?.startsWith("/user_avatars/") === true;
  const mebibytes = useRealm("max_avatar_file_size_mib");
  const mayChange = useStore((state) => mayChangeAvatar(holderOf(state), realmSettings(state)));
  const upload = usePictureUpload({
    isCropped: true,
    send: (file) => connection.call(avatars.setAvatar, {}, { file }),
    remove: () => connection.call(avatars.deleteAvatar, {}),
  });
  return (
    <Section title={t("profile.picture")}>
      <Row
        name="picture"
        label={
          <span className="profile-picture">
            <Avatar userId={ownId} />
          </span>
        }
        help={<small>{mayChange ? t("profile.pictureHelp", { mebibytes }) : t("profile.pictureLocked")}</small>}
        problem={upload.problem}
      >
        {mayChange && <PictureButtons upload={upload} canRemove={hasOwn} />}
      </Row>
    </Section>
  );
}
