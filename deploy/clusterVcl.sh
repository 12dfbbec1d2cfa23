#!/bin/sh
# Prints varnish.vcl for the three servers of compose.yaml, with a backend for each instead of the one. Each address has one
# server that is asked first, and another one for the second try. Each radio listener has one server, for the audio and the
# titles: the servers admit an equal share of the listeners, and each counts those of one address.
cat <<'END'
vcl 4.1;

import directors;
import std;
import xkey;

# Stricter than for one server, since others are there: what hangs is left out after 1 to 1.5 s, and back after two responses.
probe alive {
  .url = "/healthz";
  .interval = 500ms;
  .timeout = 1s;
  .window = 2;
  .threshold = 2;
  .initial = 2;
}

acl purgers {
  "172.30.57.0"/24;
}

acl proxies {
  "172.30.57.0"/24;
}

END
for number in 1 2 3; do
  cat <<END
backend server$number {
  .host = "172.30.57.1$number";
  .port = "3000";
  .probe = alive;
  .first_byte_timeout = 20s;
}

END
done
cat <<'END'
sub vcl_init {
  new servers = directors.shard();
  servers.add_backend(server1);
  servers.add_backend(server2);
  servers.add_backend(server3);
  # A server that is back gets its share within this time: its pages are not rendered yet.
  servers.set_rampup(30s);
  servers.reconfigure();
}

sub vcl_backend_fetch {
  if (bereq.url ~ "^/assets/") {
    # Each of three servers in turn, since perhaps only one has the file: see vcl_backend_response.
    set bereq.backend = servers.backend(alt=bereq.retries, rampup=false, healthy=ALL);
  } else {
    # The second try skips the second server: the first try may have been there, while the first one gets its share again.
    set bereq.backend = servers.backend(alt=bereq.retries + bereq.retries, healthy=ALL);
  }
}

sub vcl_backend_response {
  # While servers are upgraded one after the other, each has the files of its own build and of earlier ones: three servers
  # are asked for a page's scripts and styles.
  if (beresp.status == 404 && bereq.url ~ "^/assets/" && bereq.retries < 2) {
    return (retry);
  }
}

END
# The rest is the same for any number of servers.
sed -n '/^sub vcl_recv/,$p' "$(dirname "$0")/varnish.vcl" |
  sed -e 's/req.backend_hint = broadsheet;/req.backend_hint = servers.backend();/' \
    -e 's/^    return (pipe);/    set req.backend_hint = servers.backend(by=KEY, key=servers.key(req.http.X-Forwarded-For));\n&/'
