import {
  aisha,
  amara,
  ben,
  elena,
  hannah,
  luca,
  marco,
  mei,
  noah,
  olivia,
  priya,
  sara,
  tomas,
  yuki,
  zoe,
} from "../people.ts";
import { inChannel } from "../script.ts";

const product = inChannel("product");
const design = inChannel("design");
const mobile = inChannel("mobile");
const releases = inChannel("releases");

export const productTalk = [
  product("autumn release: what is in", 28, "10:00", [
    priya(
      [
        "For the autumn release I'd like to promise three things and no more:",
        "",
        "1. **Smaller regions** (tiles v3)",
        "2. **Shared tracks that never lose a point**",
        "3. **Night mode that is really dark**",
        "",
        "Everything else is a bonus and will not be announced.",
      ],
      { reactions: ["+1", "heart"] },
    ),
    olivia("I like that this fits in one breath."),
    sara("Number 2 alone will halve my queue."),
    ben("Two prospects asked for printing. Any chance?"),
    priya("Not this year. If they can wait for spring I'd love to talk to them, though."),
    ben("I'll connect you."),
    tomas("Engineering is fine with all three. Number 1 carries the risk; we'll know more in two weeks."),
  ]),
  product("interviews with hut wardens", 23, "13:30", [
    yuki(
      [
        "Spoke with four hut wardens last week. What surprised me:",
        "",
        "> We don't need a map. We know where everything is. We need to know **who is still out there**.",
        "",
        "All four keep a paper list by the door.",
      ],
      { reactions: ["bulb", "eyes"] },
    ),
    priya("That is a different product. A good one."),
    zoe("Ridgeway said nearly the same words. Their whiteboard has magnets."),
    amara('Could "expected back" be a field of a shared track? Not a new product, just one line.'),
    yuki("That would already be better than paper. The wardens would have to see it without an account."),
    hannah("Careful with privacy there. Sharing where you are with strangers should feel like a decision."),
    priya("Agreed. @**Yuki Sato** could you write one page? Problem first, no solution."),
    yuki("Friday.", { reactions: ["+1"] }),
  ]),
  product("pricing for clubs", 14, "15:10", [
    ben("The Alpine Club asks for one invoice for 140 members. We have no such thing."),
    olivia("How do others do it?"),
    ben("Per seat with a discount, mostly. But a club doesn't know who will use it in a given year."),
    zoe("What about by *active* members per month? They pay for what helps them."),
    olivia("I like it. It is honest, and it makes us want people to use the thing."),
    ben("I'll make an offer along those lines for this one club, and we learn from it."),
  ]),
  product("autumn release: what is in", 5, "09:20", [
    priya(
      "State of the three promises: tiles v3 at 25% from tomorrow, shared tracks done, night mode in the last round of review.",
    ),
    priya("We are on time. I had to read my own sentence twice.", { after: 1, reactions: ["tada", "joy", "tada"] }),
    olivia("Thank you all. Really."),
    aisha(
      'Press texts are ready, embargo until release morning. The line is *"The map that is there when the network isn\'t"*.',
    ),
    noah("Help pages for all three are in review: https://docs.kestrelmaps.example/preview"),
  ]),
  design("night mode", 25, "11:00", [
    amara([
      "First round of night mode. Rules I gave myself:",
      "",
      "* no pure black: it smears on cheap screens",
      "* no blue at all, for the eyes",
      "* paths stay the brightest thing on the map",
    ]),
    mei("The contour lines vanish on my old phone."),
    amara("Which one? I'll borrow it."),
    mei("The one with the crack. It is on your desk in ten minutes."),
    luca("Red for the position marker? Headlamps are red at night, and red on red is nothing."),
    amara("Oh, that is a good catch. Back to the drawing board.", { reactions: ["flashlight"] }),
  ]),
  design("night mode", 19, "14:40", [
    amara(
      "Round two: the marker is a warm white ring now. Tested with three headlamps in the cellar. Dmitri thought there were burglars.",
    ),
    yuki("The cellar test should be a tradition."),
    mei("Contours are readable on the cracked phone :+1:"),
    marco("Will the widget follow night mode too?"),
    amara("It should. Could you look how hard that is?"),
    marco("On Android: easy. On iOS: the system decides, we can only follow.", { after: 70 }),
    amara("Following is fine."),
  ]),
  design("icons for water sources", 12, "10:30", [
    amara("How do we show *drinkable*, *treat first* and *dry in summer*? Three drops look the same at 24 pixels."),
    noah("Shape before colour: full drop, drop with a line, empty drop?"),
    amara("Yes! And it works for people who don't see colours.", { reactions: ["bulb"] }),
    hannah("The data has a fourth: *nobody knows*. It is 60% of them."),
    amara("Then that one must be the quietest. A dot."),
    priya("I'd want to tap the dot and say \"I was there, it's fine\"."),
    hannah("We could give that back to the public data, too. Continuing in #**open data>water sources**"),
  ]),
  design("illustrations for empty screens", 6, "16:00", [
    amara("No tracks yet → a kestrel looking at an empty valley. No network → the same kestrel, unimpressed."),
    zoe("I need the unimpressed kestrel as a sticker. Immediately.", { reactions: ["joy", "bird"] }),
    marco("Same!"),
  ]),
  mobile("crash on old Android tablets", 22, "09:50", [
    elena([
      "Crash when opening a region larger than 200 MB on tablets with 2 GB:",
      "",
      "```",
      "java.lang.OutOfMemoryError: Failed to allocate a 209715216 byte allocation",
      "    at com.kestrel.tiles.RegionIndex.load(RegionIndex.kt:88)",
      "```",
    ]),
    luca("We read the whole index at once. It was 3 MB when I wrote that…"),
    luca("Mapped instead of read now. Peak memory went from 230 MB to 18 MB.", { after: 160, reactions: ["tada"] }),
    elena("Confirmed on the two oldest devices in the drawer. One of them opened it *faster* than my phone."),
  ]),
  mobile("accessibility pass", 16, "13:00", [
    mei(
      [
        "I went through the app with a screen reader for a day. Findings:",
        "",
        '- the download button says "button"',
        "- elevation profile is silent; could read *climbs 420 m over 3 km, steepest at the end*",
        "- focus jumps to the top after closing a sheet",
      ],
      { reactions: ["pray"] },
    ),
    yuki("The sentence for the profile is lovely. I would show that to everybody."),
    amara("Me too. Under the graph, in small."),
    marco("I'll take the button and the focus."),
    mei("And I do the sentence. Thanks!"),
  ]),
  mobile("widget shows yesterday", 8, "11:20", [
    sara("Three tickets this week: the widget shows yesterday's sunset."),
    luca("It refreshes once a day, at midnight **UTC**. Of course."),
    marco("I can fix that with my other widget work."),
    luca("Please do. Watch out for places where the sun doesn't set."),
    marco("I had not considered that such places are our *main market* in summer.", { reactions: ["joy", "sunny"] }),
  ]),
  releases("8.4.0", 17, "10:15", [
    tomas("8.4.0 is cut. Elena, it's yours."),
    elena("Two days of testing planned: offline search, resume of downloads, and the tablets."),
    noah([
      "Release notes, draft:",
      "",
      "> **Search finds mountains again.** Peaks and huts come before shops.",
      "> **Big regions open on small devices.**",
      "> **Downloads resume** where they stopped, also after a restart.",
    ]),
    sara("Can we say *which* devices? People will ask."),
    noah('"From 2 GB of memory." Better?', { edited: '"Devices with 2 GB of memory or more." Better?' }),
    sara("Much."),
  ]),
  releases("8.4.0", 15, "15:30", [
    elena("Tests done. One cosmetic problem (dark border in landscape), filed, not worth waiting for."),
    tomas("Rolling out: 5% now, 100% tomorrow noon if nothing moves."),
    tomas("100%.", { after: 900, reactions: ["ship", "tada"] }),
    aisha("Post is out: https://kestrelmaps.example/blog/8-4"),
  ]),
  releases("9.0.0", 3, "10:00", [
    tomas([
      "Nine days to 9.0.0. Open:",
      "",
      "- ✅ tiles v3",
      "- ✅ shared tracks",
      "- ⬜ night mode on the watch",
      "- ⬜ translations (3 of 14 missing)",
    ]),
    luca("Watch: tomorrow."),
    noah("Translations: Finnish and Czech came in this morning. Only Basque is missing, our translator is on a boat."),
    priya("If it is Basque or the date, we take the date and ship Basque in 9.0.1."),
    elena("I have Thursday and Friday for the full round. Please no new features after Wednesday, I will *know*.", {
      reactions: ["eyes", "saluting_face"],
    }),
  ]),
];
