import assert from "node:assert/strict";
import { test } from "node:test";
import { laterTexts } from "../../text/en/index-later.ts";
import { learn } from "../../text/text.ts";
import { callLink, callServer } from "./calls.ts";

learn(laterTexts);

const server = (realm: object) => callServer({ realm } as never);

test("calls are on the organization's server, or else on the one that the operator chose", () => {
  const own = "https://meet.example.com";
  assert.equal(
    server({ realm_video_chat_provider: 1, realm_jitsi_server_url: own, server_jitsi_server_url: "x" }),
    own,
  );
  assert.equal(
    server({ realm_video_chat_provider: 1, realm_jitsi_server_url: null, server_jitsi_server_url: own }),
    own,
  );
  assert.equal(
    server({ realm_video_chat_provider: 1, realm_jitsi_server_url: null, server_jitsi_server_url: null }),
    undefined,
  );
  assert.equal(
    server({ realm_video_chat_provider: 0, realm_jitsi_server_url: own, server_jitsi_server_url: own }),
    undefined,
  );
});

test("a call is a link to a room, without video for a voice call", () => {
  assert.equal(
    callLink("https://meet.example.com/", "video", "room"),
    "[Join video call](https://meet.example.com/room) ",
  );
  assert.match(callLink("https://meet.example.com", "voice", "room"), /room#config\.startWithVideoMuted=true\) $/);
});

test("each room has a name of its own", () => {
  const links = new Set(Array.from({ length: 100 }, () => callLink("https://meet.example.com", "video")));
  assert.equal(links.size, 100);
  for (const link of links) assert.match(link, /\/[a-z2-7]{20}\) $/);
});
