#!/bin/sh
# Prints a variant of varnish.vcl with a backend for each of the three servers of compose.yaml. Each URL has one server for
# the first try, and another one for the second. Each radio listener has one server for the audio and the titles, since the
# servers admit an equal share of the listeners each, and count listeners per address.
cat <<'END'
vcl 4.1;

import directors;
import std;
import xkey;

# Stricter than for one server, since other servers can respond. Varnish stops using a hanging server after 1 to 1.5 s, and
# uses it again after two responses.
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
  # A server that has returned must render its pages again, so its share of the requests grows over this time.
  servers.set_rampup(30s);
  servers.reconfigure();
}

sub vcl_backend_fetch {
  if (bereq.url ~ "^/assets/") {
    # Tries each of the three servers, since perhaps only one has the file: see vcl_backend_response.
    set bereq.backend = servers.backend(alt=bereq.retries, rampup=false, healthy=ALL);
  } else {
    # The second try skips the second server, which may have got the first try while the first server's share grows.
    set bereq.backend = servers.backend(alt=bereq.retries + bereq.retries, healthy=ALL);
  }
}

sub vcl_backend_response {
  # Each server has the files of its own build and of earlier builds. During an upgrade of one server after the other, only
  # one of them may have the scripts and styles of a page.
  if (beresp.status == 404 && bereq.url ~ "^/assets/" && bereq.retries < 2) {
    return (retry);
  }
}

END
# Everything from vcl_recv on is the same for any number of servers.
sed -n '/^sub vcl_recv/,$p' "$(dirname "$0")/varnish.vcl" |
  sed -e 's/req.backend_hint = broadsheet;/req.backend_hint = servers.backend();/' \
    -e 's/^    return (pipe);/    set req.backend_hint = servers.backend(by=KEY, key=servers.key(req.http.X-Forwarded-For));\n&/'
