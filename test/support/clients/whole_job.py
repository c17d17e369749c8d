"""A customer's program with the Python client, written from the reference. It does the whole job: search, buy, read with a
cursor, mirror, receive a webhook, export and hand over. Its output is one JSON object of facts."""

import json
import queue
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

from qualm import Qualm, all_items, errors, webhooks

base_url, api_key, product_name, since = (*sys.argv[1:], "")[:4]
qualm = Qualm(base_url, api_key)
facts = {}


def changes(updated_since):
    """What changed since the last time: the ids to store, the ids to delete, and where to go on."""
    found = {"ids": [], "removed": [], "until": updated_since}
    cursor, has_more = "start", True
    while has_more:
        page = qualm.list_opportunities(updated_since=updated_since, cursor=cursor)
        meta = page["meta"]
        if cursor == "start":
            found["until"] = meta["synced_until"]
        found["ids"] += [each["id"] for each in page["data"]]
        found["removed"] += [each["id"] for each in meta.get("removed", [])]
        cursor, has_more = meta["pagination"]["next_cursor"], meta["pagination"]["has_more"]
    return found


class Receiver(BaseHTTPRequestHandler):
    received = queue.Queue()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.end_headers()
        self.received.put((body, dict(self.headers)))

    def log_message(self, *_):
        pass


if since:
    facts["removed"] = changes(since)["removed"]
else:
    products = qualm.search_products(query=product_name)["data"]
    product_id = products[0]["id"]
    facts["found"] = [each["name"] for each in products]

    before = qualm.get_account()["data"]["credits"]["balance"]
    for _ in range(2):
        qualm.generate_report(product_id, idempotency_key=f"report-{product_id}")
    report = qualm.get_pain_points(product_id)["data"]
    while report["status"] == "generating":
        time.sleep(0.2)
        report = qualm.get_pain_points(product_id)["data"]
    facts["report"] = [report["status"], len(report["themes"]) > 0]
    facts["charged"] = before - qualm.get_account()["data"]["credits"]["balance"]

    facts["ledger"] = [each["kind"] for each in all_items(qualm.list_ledger, page_size=1)]

    mirror = changes("2020-01-01T00:00:00Z")
    facts["mirrored"] = len(mirror["ids"]) > 0
    facts["until"] = mirror["until"]

    server = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    endpoint = qualm.create_webhook_endpoint(
        url=f"http://127.0.0.1:{server.server_port}/", event_types=["contact.unlocked"]
    )["data"]
    qualm.test_webhook_endpoint(endpoint["id"])
    body, headers = Receiver.received.get(timeout=30)
    facts["webhook"] = webhooks.verify(body, headers, endpoint["secret"])["type"]
    server.shutdown()

    facts["exported"] = qualm.export_opportunities(format="csv").startswith(b"id,")

    facts["handed_over"] = qualm.update_opportunity(mirror["ids"][0], status="qualified")["data"]["status"]
    try:
        qualm.get_opportunity(product_id)
    except errors.NotFoundError as error:
        facts["refused"] = error.reason
print(json.dumps(facts))
