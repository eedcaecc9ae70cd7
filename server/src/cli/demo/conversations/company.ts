import {
  aisha,
  amara,
  ben,
  dmitri,
  elena,
  hannah,
  ingrid,
  jonas,
  kofi,
  luca,
  marco,
  mei,
  noah,
  olivia,
  paula,
  priya,
  ravi,
  sara,
  tomas,
  yuki,
  zoe,
} from "../people.ts";
import { inChannel } from "../script.ts";

const announcements = inChannel("announcements");
const general = inChannel("general");
const support = inChannel("support");
const openData = inChannel("open data");
const trips = inChannel("field trips");
const watercooler = inChannel("watercooler");
const security = inChannel("security");
const leadership = inChannel("leadership");
const ridgeway = inChannel("Ridgeway pilot");

export const companyTalk = [
  announcements("welcome", 30, "09:00", [
    olivia(
      [
        "Welcome to our new home for conversations! Three habits that make it work:",
        "",
        "1. **Every conversation has a topic.** You can read one and skip another.",
        "2. **Ask in channels**, not in private: the next person with your question will find the answer.",
        "3. **Nobody has to answer at once.** That is the point.",
      ],
      { reactions: ["heart", "tada", "wave"] },
    ),
  ]),
  announcements("new colleague", 19, "09:15", [
    olivia(
      "Please welcome **Marco Díaz**, who joins Mei's team today. He has walked the whole Camino with version 6 of our app and still applied.",
      {
        reactions: ["wave", "tada", "joy"],
      },
    ),
  ]),
  announcements("office closed on Friday", 10, "12:00", [
    sara("The office is closed on Friday: the lift is being replaced. Everybody works from wherever the view is best."),
  ]),
  announcements("numbers for the quarter", 2, "16:00", [
    olivia(
      [
        "The quarter in three lines:",
        "",
        "- **61,200** people used Kestrel last month, 14% more than a year ago",
        "- **9 of 10** kept their subscription",
        "- **3** search and rescue teams rely on our maps now",
        "",
        "The third line is the one I tell my mother.",
      ],
      { reactions: ["heart", "tada", "muscle"] },
    ),
  ]),
  general("introductions", 19, "10:00", [
    marco("Hi all! I'm Marco, from Vigo. I like maps, tests that pass, and octopus. Mostly in that order."),
    mei("Welcome! Desk next to mine, the plant is called Gerald."),
    ingrid("Welcome Marco! Your laptop is on Gerald's desk, papers in your inbox."),
    dmitri("Welcome. If something is down, it is not your fault for the first two weeks.", { reactions: ["joy"] }),
    marco("I'll make good use of those two weeks."),
  ]),
  general("coffee machine", 13, "08:50", [
    jonas("The coffee machine says `E-07` and I say something similar."),
    hannah('E-07 is "call service". E-08 would be descaling, which we could do ourselves.'),
    ingrid("Service comes tomorrow at ten."),
    kofi("I have a moka pot and strong opinions. Kitchen, five minutes.", { reactions: ["coffee", "heart_eyes"] }),
    jonas("I take back what I said."),
  ]),
  general("lunch on Thursday?", 3, "11:15", [
    zoe("The noodle place has reopened. Who is in for Thursday?"),
    yuki("In."),
    ben("In, if I can be back at one."),
    mei("In! Gerald sends apologies."),
    zoe("Table for six at noon."),
  ]),
  support("track vanished after update", 27, "14:00", [
    zoe("A user lost a three-day track after updating to 8.3. He is friendly about it, which makes it worse."),
    kofi("Can he send the diagnostics file? Settings → Help → Send."),
    zoe("He did, number 48213."),
    kofi(
      "The track is there, only the list lost it. If he opens *Recently deleted* and restores it, it comes back whole.",
    ),
    zoe('It worked! He wrote: "My wife says thank you, too, I had stopped talking."', {
      after: 80,
      reactions: ["heart", "joy"],
    }),
    kofi("This is the shared-tracks bug, I'm fairly sure. See #**engineering>sync conflicts in shared tracks**"),
  ]),
  support("how do I answer this: battery", 20, "10:10", [
    yuki('"Your app eats my battery." What do we answer?'),
    sara([
      "I have a text for that:",
      "",
      "```quote",
      "Thank you for telling us. Recording uses the GPS, which takes about 4% an hour. Two settings help most: choose *Walking* instead of *Running* (fewer positions), and turn the screen off: the recording goes on.",
      "If it is much more than that, please send us the diagnostics file, and we will look at it.",
      "```",
    ]),
    luca('Could we add "flight mode is fine, GPS works without network"? It doubles the time in the mountains.'),
    sara("Added. That's the kind of thing I'd never have known.", { reactions: ["+1"] }),
    noah("I'll put it in the help pages as well."),
  ]),
  support("refund for the wrong country", 11, "15:40", [
    zoe("Someone bought the Slovenia region and is going to Slovakia."),
    sara("Swap it, no questions. It happens about twice a month."),
    elena('We could ask "Did you mean Slovakia?" when a purchase is 400 km from every saved place…'),
    sara("Please do not build that. But thank you for the laugh.", { reactions: ["joy", "flag_slovakia"] }),
  ]),
  support("weekly summary", 5, "17:00", [
    sara(
      [
        "This week: **84** tickets, **79** answered within a day.",
        "",
        "| about | tickets |",
        "|---|---:|",
        "| downloads | 22 |",
        "| lost tracks | 6 |",
        "| billing | 19 |",
        "| praise | 9 |",
        "| the rest | 28 |",
        "",
        "Lost tracks were at 31 in the week before the fix.",
      ],
      { reactions: ["chart_with_downwards_trend", "tada"] },
    ),
    kofi("That is the best table I have seen this year."),
    priya("Nine times praise! Could you share one?"),
    sara('"I am 74 and you brought me home in the fog."', { reactions: ["heart", "heart", "cry"] }),
  ]),
  openData("water sources", 12, "11:30", [
    hannah(
      "Continuing from design: 60% of the springs in the public data have no word on whether one can drink from them.",
    ),
    noah("Do people object if an app sends such edits?"),
    hannah("They object to *careless* edits. The rules ask for a human decision each time, and we would follow them."),
    jonas(
      "So: the user confirms on the spot, we check that the phone is within 50 m, and the edit carries their name.",
    ),
    hannah("Yes. And we publish what we send, here."),
    paula(
      "From our side in the rescue team: this would help. We keep a private list of dry springs and would gladly share it.",
      {
        reactions: ["heart"],
      },
    ),
    hannah("That would be wonderful. CSV is fine, even a photograph of a wall map is fine."),
    paula("It *is* a photograph of a wall map :slight_smile:", { reactions: ["joy"] }),
  ]),
  openData("trail closures feed", 6, "10:00", [
    kofi(
      "The national park publishes closures as a PDF. I wrote to them about a feed and got an answer within an hour!",
    ),
    kofi("They have one, nobody had ever asked: https://parks.example/closures.geojson", {
      after: 2,
      reactions: ["exploding_head", "tada"],
    }),
    aisha("May I write about this? It's a nice story of how things should be."),
    kofi("Ask Ms. Halvorsen first, she is the hero of it."),
  ]),
  trips("Saturday: ridge walk", 22, "12:00", [
    ingrid("Saturday, ridge walk, 14 km, 900 m up. We test night mode on the way down, so it will be late. Who comes?"),
    luca("Me, with four phones."),
    hannah("Me and the dog."),
    tomas("I'll bring soup."),
    marco("Is this a thing for beginners?"),
    ingrid("If you walked the Camino, you'll be bored until the last hour."),
    hannah("Nobody is ever bored with the dog.", { reactions: ["dog", "heart"] }),
  ]),
  trips("Saturday: ridge walk", 20, "09:10", [
    luca(
      [
        "Notes from the ridge:",
        "",
        "- night mode: readable by headlamp, **too bright by moonlight**",
        "- my thumb in a glove hits *Stop* instead of *Pause*, three times",
        "- the dog's track is 31 km",
      ],
      { reactions: ["dog", "joy"] },
    ),
    mei("Stop and Pause next to each other was my idea. I apologize to all gloves."),
    ingrid("Photographs are on the shared drive. The one of Tomás and the soup is going on the wall."),
  ]),
  trips("next one: the marsh", 4, "13:00", [
    hannah("Next trip: the marsh. No height at all, but the paths move. Literally."),
    elena("How do you test a map of paths that move?"),
    hannah("By getting wet."),
    noah("Count me in, I have the boots."),
    ingrid("Sunday in ten days, meeting at the station, 08:40. I'll book the hut for coffee."),
  ]),
  watercooler("", 26, "16:20", [
    zoe("Is a hot dog a sandwich? My niece needs this for school."),
    ravi("A sandwich needs two pieces of bread. A hot dog is a taco."),
    dmitri("I came here for peace."),
    elena("A taco is a folded map. So a hot dog is a map. We make hot dogs.", {
      reactions: ["joy", "hotdog", "world_map"],
    }),
  ]),
  watercooler("", 14, "12:30", [
    ben("Finished *The Living Mountain* on the train. Why did nobody make me read this before?"),
    hannah("I have tried since 2022."),
    amara("It is the only book I have given away five times."),
    noah("Adding it to the shelf by the door. Bring it back with sand in it."),
  ]),
  watercooler("", 2, "09:40", [
    kofi("Gerald the plant has a new leaf."),
    mei("I am so proud.", { reactions: ["seedling", "tada", "heart"] }),
    marco("I watered him. Once. I'd like that on my record."),
  ]),
  security("report: share links can be guessed", 24, "10:00", [
    ravi([
      "A researcher wrote to us: share links have 6 characters, so there are",
      "",
      "$$36^6 \\approx 2.2 \\times 10^9$$",
      "",
      "of them. With 400,000 live links one hits a stranger's track every 5,400 tries.",
    ]),
    jonas("Rate limits catch that from one address, but not from a thousand."),
    ravi("Proposal: 22 characters for new links, old ones die after 30 days without use, and we tell people why."),
    tomas("Agreed, and thanks to the researcher. Do we have a way to thank them?"),
    olivia("We do now. I'll write to them myself.", { reactions: ["heart"] }),
    ravi("Deployed. 22 characters, constant-time lookup, and an alert for scans.", {
      after: 1500,
      reactions: ["lock", "tada"],
    }),
  ]),
  security("dependency review", 9, "14:00", [
    ravi(
      "Monthly look at what we depend on: 3 updates with advisories, none of them reachable from outside. All applied.",
    ),
    dmitri("Thank you for saying *reachable*. The scanner had 41 red lines."),
    ravi("Scanners count, people think."),
  ]),
  leadership("budget for spring", 21, "16:00", [
    olivia("Two hires or one hire and the new tile servers? We cannot do both before summer."),
    tomas("One hire. The servers pay for themselves by June, and a tired Dmitri pays for nothing."),
    ingrid("With one hire we keep nine months of reserve, with two it would be six."),
    priya("Then one: a second person for data. Hannah is the bottleneck of three projects."),
    olivia("Agreed. Ingrid, could you open the position?"),
    ingrid("Text by Thursday.", { reactions: ["+1"] }),
  ]),
  leadership("four-day week: shall we try?", 8, "15:00", [
    sara("Support would like to try four days each, with somebody there on all five. Six weeks, then we look."),
    olivia("What would tell us that it failed?"),
    sara("Answers within a day fall under 90%, or anybody says on a Friday that they are more tired than before."),
    priya("I like that the second one is in there."),
    olivia("Do it. Start after the release.", { reactions: ["tada"] }),
  ]),
  ridgeway("first week", 23, "09:30", [
    zoe("Welcome @**Paula Nguyen**! This channel is for the pilot: everything you notice, small or large."),
    paula("Thank you! We are eleven volunteers, three of them afraid of computers, one of them me."),
    luca("What phones do you have?"),
    paula("All of them. That is the problem."),
    paula(
      [
        "From the first call-out:",
        "",
        "1. Coordinates: we say them over the radio as *grid reference*, the app shows decimals",
        "2. Sharing a track took seven taps",
        "3. The battery held. 9 hours!",
      ],
      { after: 1200, reactions: ["pray"] },
    ),
    luca("1 is a setting, I'll turn it on for your whole team. 2 is embarrassing and will be fixed."),
    priya("Three taps is the goal. Thank you, this is gold."),
  ]),
  ridgeway("who is still out", 13, "10:00", [
    paula(
      "The whiteboard question again: we must know who is back. Forgetting somebody is the worst thing that can happen to us.",
    ),
    hannah("Would you want it on one large screen in the station?"),
    paula("Yes. Large, and it has to work when the line is down."),
    zoe("Yuki is writing this up. May she visit you next week?"),
    paula("Any time. There is cake on Wednesdays.", { reactions: ["cake", "heart"] }),
  ]),
  ridgeway("call-out on Sunday", 1, "09:05", [
    paula(
      [
        "We had a real one on Sunday: two walkers in the fog above the quarry, no network.",
        "",
        "They had shared their track before they left. We found them in **50 minutes**. The last search up there took six hours.",
      ],
      { reactions: ["heart", "tada", "heart", "pray"] },
    ),
    luca("I don't know what to say. Thank you for telling us."),
    sara("I am reading this to the whole support team."),
    olivia("This is why we do it. Cake on Wednesday is on us."),
    paula("I will hold you to that. Everybody is well, the soup was terrible."),
  ]),
];
