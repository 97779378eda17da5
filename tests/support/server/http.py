"""Asking a real house by HTTP."""

import http.client

from tests.support.waiting import LIMIT


def fetch(house, method, path, body=None, **headers):
    """Ask a house; return the status, the headers and the text of its answer."""
    asking = http.client.HTTPConnection("127.0.0.1", house.port, timeout=LIMIT)
    asking.request(method, path, body, {"Content-Type": "application/json"} | headers)
    answer = asking.getresponse()
    told = answer.status, answer.headers, answer.read().decode()
    asking.close()
    return told
