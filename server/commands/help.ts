/** Help for all commands, with two spaces before each. `tools/reference.ts` makes docs/commands.md from this text. */
export const HELP = `Usage: npx broadsheet COMMAND

  serve                    run the production server until SIGTERM or SIGINT
  check [EDITION…]         validate the given editions, or those of EDITIONS, or all, and print errors with file and line;
                           try the storage of IMAGES_URL
      --fetch                fetch their feeds, too; for a web page, the error names the feed it links to
  new ID                   write the folder of a new edition, asking for what the flags leave open
      --name, --place, --region, --time-zone, --language, --url, --motif TEXT
      --feed ADDRESS         a feed, a site or an OPML file; may be repeated
      --from FILE            an OPML file, as feed readers export it
  preview FOLDER           serve one edition on this machine, with the newsroom's stories; open pages reload as files are
                           saved
      --port PORT            3000 by default
  setup                    make this machine a server: ask five questions, show each file and write it; can be run again;
                           without root, only show
      --host NAME --edition FOLDER|NAME --mail URL|none --proxy caddy|nginx|none --backups yes|no
      --alarm ADDRESS        receiver of alarms, by default the edition's newsroomEmail
      --yes                  replace files that differ without asking; each is kept as FILE.old
      --root FOLDER          write below a folder, and start nothing
      --name, --place, …     as for new, for a new edition
  doctor                   check this machine, and say what is wrong and what to do
  alarm ADDRESS            mail the checks of /readyz that fail in two runs in a row, and when all pass again; for a timer
  migrate                  create the store, or migrate that of an earlier version, as the server does when it starts
  clock                    print whether the server trusts the clock, which it does not for an hour after a jump
  clock trust              confirm that the clock is right: deletions, schedules and briefings resume within 5 seconds
  parse FILE…              parse feed files and print one JSON line per file
      --content-type TYPE    Content-Type header of the files
      --url URL              URL of the feed
  fetch URL…               fetch feeds as the server does and print every attempt
  fetch --json             read a JSON array of URLs from standard input and print which of them the server may fetch,
                           without sending requests
  feeds                    print the state of every feed: transport, interval, last success, errors
  feeds check [URL…]       fetch the given feeds, or all of the editions, and print the results
  feeds poll URL           make the running server fetch a feed or a calendar now
  feeds poll --all         make it fetch all of them, except those whose hosts asked it to wait
  messages                 print the messages from the contact form, newest first
  messages delete ID       delete the message with this number from the store
  newsletter preview       print the briefing as it would be sent now
      --out FOLDER           write it to briefing.html and briefing.txt
      --sections A,B         for a subscriber of these sections
  newsletter test ADDRESS  send it to one address
  newsletter send          compose today's briefing now, whatever the hour, and send it
      --dry-run              print the subject and the number of recipients without sending
  newsletter bounces FILE  process a bounce or a complaint, a mail with its headers
  newsletter import FILE   add the addresses in a CSV file (email, days, sections); each gets a mail to confirm
      --confirmed            they have agreed already: send them the next briefing without asking
  newsletter export        print the subscribers as CSV
  newsletter suppress ADDRESS  never send mail to an address again
  newsletter status        print the numbers of subscribers and waiting mails, and the last issue
      --edition ID           edition for any newsletter command, if not the default one
  editions                 print address, sections, feeds, newest story, subscribers and faults of each edition
      --json                 as a JSON array
  editions push FOLDER     validate the editions in a folder, and make them the current version in the store
  editions list            print the versions in the store, newest first
  editions rollback [VERSION]  make the version before the current one, or the given one, current again
  backup FILE              write the store and the editions to one archive, while the server runs
      --images               also the images; without them, a restored site downloads them again
  restore FILE             put the store and the editions of an archive where the server reads them
      --force                replace an existing store, which is kept in a folder beside it
  compact                  rewrite the store's SQLite file without free space, while the server is stopped
  move FROM TO             copy the store to an empty database, sqlite:FILE or postgres://…, while the server is stopped
  stories                  print the newsroom's stories; --state STATE for one state
  stories add FILE.md      add a story, Markdown with a YAML head; a draft, or scheduled with publishAt in the head
  stories show SLUG        print a story as a Markdown file
  stories update SLUG FILE.md  save a new version; the site shows it if the story is published
      --new-title            confirm that the new version has another title, which gives the story another address
  stories publish SLUG     publish a story now, and print its address
  stories preview SLUG     print an address under which whoever has it can read a story before its publication
      --until TIME           when the address ends, by default in 3 days
  stories delete SLUG      delete a draft
  stories schedule SLUG TIME  publish a story at a time, such as "2026-11-23 06:30" or "tomorrow 6:30 am"
  stories correct SLUG [FILE.md]  add a correction, and the corrected version
      --text TEXT            correction that readers see
      --new-title            as for update
  stories withdraw SLUG    withdraw a story, whose page then responds with 410
      --line TEXT            sentence for its readers
  stories history SLUG     print who did what to a story, and its versions
  stories diff SLUG [FROM] [TO]  print the differences between two versions, by default the last change
  stories revert SLUG VERSION  save an earlier version as the newest
  stories pin SLUG         put a story of the newsroom or of a feed at the top of the front page
      --slot SECTION         or at the top of this section's block; SECTION/3 for its third place
      --until TIME           when the pin ends
  stories unpin SLOT       remove the pin of hero, SECTION or SECTION/PLACE
  stories pins             print what is pinned
  stories export FOLDER    write all stories as files, with their images
  stories import FOLDER    add the stories of an exported folder, and skip those that exist
  stories import FILE      add the posts and pages of a WordPress export (WXR) or a Ghost export, with images, files and
                           redirects
      --section CATEGORY=SLUG  section for a category; may be repeated. The command asks for missing ones
      --map FILE             or a YAML file of such lines, "category: slug"
      --default SLUG         section for everything else
      --write-map FILE       only write such a file with a proposal for each category
      --media FOLDER         copy of wp-content/uploads or Ghost's content; may be repeated. Other images are downloaded
      --site URL             address of a Ghost site, which the export does not contain
      --permalinks PATTERN   how WordPress made addresses that the export lacks, such as /%year%/%postname%/
      --redirects FILE       Ghost's redirects.json or redirects.yaml
      --no-pages             leave pages
      --dry-run              print what an import would do, and write nothing
  stories verify FILE      compare what readers of the running site get with an export that was imported, before its
                           domain moves: titles, dates, bylines, words, links, images and old addresses
      --section, --map, … --no-pages  as for its import
      --url URL              address of the running site, by default that of the server on this machine
      --edition ID           edition for any stories command, if not the default one
      --as NAME              editor's name in the log, by default the user's
  alerts                   print the alert bar's alerts: current, upcoming and recently ended ones
  alerts add               show a line at the top of every page, also on pages that readers have open
      --text TEXT            the line
      --link LINK            page with more, such as /article/…
      --level LEVEL          breaking, weather or closing
      --from TIME            by default now
      --until TIME           when it ends, such as "2026-11-23 18:00" or "today 6 pm"
  alerts end ID            end an alert now
      --edition ID, --as NAME  as for stories
  letters                  print the messages that their writers allow you to print as letters
  letters publish ID       publish one as a story with its writer's name and place
      --title TEXT           headline, by default the writer's name
      --section SLUG         section, by default opinion
  rules                    print the rules that decide which stories of feeds are shown, from edition.yaml and the store
  rules try drop|keep      print which of the newest stories a rule would leave out, and show again
      --words, --authors, --categories, --languages, --links TEXT
                             condition of the rule, as in edition.yaml; if repeated, one of them must hold
      --older-than-days N    age as a condition; all conditions that are given must hold
      --section SLUG, --feed URL  where the rule applies, by default in the whole edition
      --last N               number of stories, by default 200
  rules add drop|keep      add such a rule, with the same options, and apply it to all stored stories
  rules remove ID          remove a rule; what it left out is shown again
  review                   print the stories of feeds with \`review: true\` that wait for an editor
  review approve SLUG      show a story that waits, was rejected or waited too long
  review reject SLUG       leave it out
      --edition ID, --as NAME  as for stories
  people                   print the people who may sign in to the desk, with their roles
  people add NAME          add a person, and print a link that signs in once within 24 hours
      --role ROLE            writer, editor (also publishes) or publisher (also manages people and settings)
      --email ADDRESS        where invitations and codes for signing in are mailed; without it, none
      --invite               mail the link, which then works for 72 hours; without a mail server, print it
  people role NAME ROLE    change a person's role
  people link NAME         print a new link, which replaces the person's earlier one
  people end-sessions NAME  sign a person out everywhere
  people reset NAME        also end the person's passkeys, such as after the loss of a device, print a new link, and mail
                           the person that this was done
  people remove NAME       end a person's access; the last publisher of an edition stays
  people codes on|off      allow signing in by a code that is mailed, which is on by default
      --edition ID, --as NAME  as for stories
  takedown SLUG            erase a story everywhere: texts, images, past briefings; its page responds with 410
  takedown source FEED     erase all stories of a feed (its URL, or a publisher's name for all its feeds) and stop polling it
  takedown image IMAGE     erase an image (its URL, or the slug of its story) from all stories
      --reason TEXT          reason for the public list at /takedowns
      --undo                 restore it within 30 days
  clean --json             read a JSON array of HTML strings from standard input and print them sanitized
      --base URL             base of relative URLs
  date --json              read a JSON array of dates from standard input and print them as instants, null if invalid
  environment              print the table of environment variables
  --version                print the version
  --help                   print this text
  --env-file FILE          for every command: read environment variables from a file, by default from /etc/broadsheet.env;
                           variables that are already set keep their values

Exit status: 0 on success, 1 if the input has errors or the command failed, 2 if the command line is wrong.
`;

export const COMMANDS: readonly string[] = [
  ...new Set(Array.from(HELP.matchAll(/^ {2}([a-z]+)/gm), ([, name]) => name ?? "")),
];

/** Returns the help for a command, or the whole help if no command has that name. */
export function getHelpFor(command: string | undefined): string {
  const lines = HELP.split("\n");
  let isOfCommand = false;
  const chosen = lines.filter((line) => {
    const [, name] = /^ {2}(\S+)/.exec(line) ?? [];
    if (name) isOfCommand = name === command;
    return isOfCommand && line.startsWith("  ");
  });
  return chosen.length === 0 ? HELP : `Usage: npx broadsheet COMMAND\n\n${chosen.join("\n")}\n`;
}
